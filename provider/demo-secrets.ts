/**
 * Secrets of the embedded provider. Demo only: they guard invented data on the loopback interface and are
 * public by being here. A real provider hands out its own.
 */
export const demoSecrets = {
  portalApiKey: "demo-only-subscription-key",
  customerClientSecret: "demo-only-customer-client-secret",
  employeeClientSecret: "demo-only-employee-client-secret",
  cardPassword: "demo-only-card16",
  gatewayKey: "demo-only-gateway-key",
  bankCheckMac: "demo-only-bank-check-mac",
} as const;
