/**
 * Secrets of the embedded provider, for demonstrations only: anybody can read them here, and they protect nothing
 * but invented data. A real provider issues its own.
 */
export const demoSecrets = {
  portalApiKey: "demo-only-subscription-key",
  customerClientSecret: "demo-only-customer-client-secret",
  employeeClientSecret: "demo-only-employee-client-secret",
  cardPassword: "demo-only-card16",
  gatewayKey: "demo-only-gateway-key",
  bankCheckMac: "demo-only-bank-check-mac",
} as const;
