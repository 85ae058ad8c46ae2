/**
 * The embedded provider's secrets, for demonstrations only: anyone can read them here, and they only protect invented
 * data. A real provider issues its own.
 */
export const demoSecrets = {
  portalApiKey: "demo-only-subscription-key",
  customerClientSecret: "demo-only-customer-client-secret",
  employeeClientSecret: "demo-only-employee-client-secret",
  cardPassword: "demo-only-card16",
  gatewayKey: "demo-only-gateway-key",
  bankCheckMac: "demo-only-bank-check-mac",
} as const;
