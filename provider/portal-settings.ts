import { demoSecrets } from "./demo-secrets.ts";

/**
 * The environment that the portal needs to use a provider at this address (docs/configuration.md). The real
 * environment's settings should take precedence.
 */
export function portalSettings(url: string): Record<string, string> {
  return {
    PORTAL_API_URL: `${url}/api`,
    PORTAL_API_KEY: demoSecrets.portalApiKey,
    PORTAL_HUB_URL: `${url}/api/Hub/myportalalerts`,
    CUSTOMER_ISSUER: `${url}/customer`,
    CUSTOMER_CLIENT_ID: "demarc-portal",
    CUSTOMER_CLIENT_SECRET: demoSecrets.customerClientSecret,
    CUSTOMER_SCOPES: "openid offline_access",
    PASSWORD_RESET_URL: `${url}/customer/reset`,
    CHANGE_PASSWORD_URL: `${url}/customer/change-password`,
    MEMORABLE_WORD_URL: `${url}/customer/memorable-word`,
    EMPLOYEE_AUTHORITY: `${url}/employee`,
    EMPLOYEE_ISSUER: `${url}/employee`,
    EMPLOYEE_TENANT_ID: "embedded",
    EMPLOYEE_CLIENT_ID: "demarc-portal-employee",
    EMPLOYEE_CLIENT_SECRET: demoSecrets.employeeClientSecret,
    EMPLOYEE_DOMAIN_HINT: "provider.example",
    BLOG_FEED_URL: `${url}/feeds/blog.xml`,
    BLOG_URL: `${url}/blog`,
    CAMPAIGN_FEED_URL: `${url}/feeds/campaigns.xml`,
    STATUS_FEED_URL: `${url}/feeds/status.json`,
    ADDRESS_LOOKUP_URL: `${url}/address-lookup`,
    FIBRE_ADDRESSES_URL: `${url}/fibre/addresses`,
    FIBRE_PRODUCTS_URL: `${url}/fibre/products`,
    GATEWAY_KEY: demoSecrets.gatewayKey,
    SHOP_ORIGINS: new URL(url).origin,
    IP_LOOKUP_URL: `${url}/ip`,
    FILES_URL: `${url}/files`,
    UPLOADS_URL: `${url}/uploads`,
    BANK_CHECK_URL: `${url}/bank-check`,
    CARD_PAYMENT_ORIGINS: new URL(url).origin,
    BRAND_NAME: "Demarc",
    HELP_DESK_EMAIL: "helpdesk@provider.example",
    HELP_DESK_PHONE: "0344 770 6010",
    SALES_PHONE: "0344 770 6000",
    USER_GUIDE_URL: `${url}/user-guide.pdf`,
    MANDATE_URL: `${url}/direct-debit-mandate-default.pdf`,
    WHOLESALE_MANDATE_URL: `${url}/direct-debit-mandate-wholesale.pdf`,
    TERMS_URL: `${url}/terms`,
    PRIVACY_URL: `${url}/privacy`,
    COMPLAINTS_URL: `${url}/complaints`,
  };
}
