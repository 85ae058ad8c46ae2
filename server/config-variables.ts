import { z } from "zod";
import { claimNames } from "#server/identity/claims.ts";
import { sessionVariables } from "#server/session/session-variables.ts";
import { uploadVariables } from "#server/uploads/upload-variables.ts";
import { answerBytes, MB } from "#shared/limits.ts";
import { bannersFile } from "./banners.ts";
import {
  baseUrl,
  colour,
  commaSeparated,
  flag,
  headerText,
  integer,
  optionalBaseUrl,
  optionalText,
  optionalUrl,
  origins,
  originUrl,
  text,
  url,
  urlOrNone,
  variable,
} from "./config-variable.ts";
import { lineFaultVariables } from "./line-fault-variables.ts";
import { rateLimitVariables } from "./rate-limit-variables.ts";
import { tracingVariables } from "./tracing-variables.ts";

/** Every environment variable of the portal, in the order of the documentation's table. */
export const variables = {
  port: variable("PORT", integer(0, 65_535), { about: "Port the portal listens on.", defaultValue: "3000" }),
  publicUrl: variable("PUBLIC_URL", originUrl, {
    about: "The address that browsers use for the portal. Redirects, cookies and the origin check use it.",
    required: true,
  }),
  environment: variable("ENVIRONMENT", text, {
    about: "Shown as a tag in the header and footer, except `production`, which also turns off `/sandbox`.",
    defaultValue: "development",
  }),
  appTitle: variable("APP_TITLE", text, {
    about: "The portal's name in titles and in the header.",
    defaultValue: "Customer Portal",
  }),
  trustProxy: variable("TRUST_PROXY", integer(0, 10), {
    about: "How many proxies in front of the portal to trust for X-Forwarded-For.",
    defaultValue: "0",
  }),
  compression: variable("COMPRESSION", z.enum(["on", "off"]), {
    about:
      "`off` if your proxy compresses pages. Built files are still sent compressed, because the build compresses them.",
    defaultValue: "on",
  }),
  logLevel: variable("LOG_LEVEL", z.enum(["fatal", "error", "warn", "info", "debug", "silent"]), {
    about: "The lowest level to log.",
    defaultValue: "info",
  }),
  ...sessionVariables,
  ...rateLimitVariables,
  liveStreamsPerPerson: variable("LIVE_STREAMS_PER_PERSON", integer(3, 20_000), {
    about:
      "Live streams that a person can have on one instance, across all their sessions. Opening more ends the oldest.",
    defaultValue: "12",
  }),
  stuckSeconds: variable("STUCK_SECONDS", integer(0, 3_600), {
    about: "A process whose event loop is blocked for this long exits with code 70; 0 turns this off.",
    defaultValue: "30",
  }),
  drainDelayMs: variable("DRAIN_DELAY_MS", integer(0, 60_000), {
    about:
      "How long to keep accepting connections after SIGTERM, so that a load balancer sees `/readyz` fail first.",
    defaultValue: "2000",
  }),
  stopGraceSeconds: variable("STOP_GRACE_SECONDS", integer(1, 3_600).optional(), {
    about:
      "How long the platform waits between SIGTERM and SIGKILL. The portal refuses to start if stopping could take longer.",
  }),

  portalApiUrl: variable("PORTAL_API_URL", baseUrl, {
    about:
      "The portal API's base address. Required in production. In development and with `DEMO=1`, the embedded provider is started instead.",
    required: true,
  }),
  portalApiKey: variable("PORTAL_API_KEY", headerText, {
    about: "Subscription key sent with every call.",
    required: true,
    secret: true,
  }),
  apiTimeoutSeconds: variable("API_TIMEOUT_SECONDS", integer(1, 300), {
    about: "Time limit for a portal API call, and for each chunk of a file.",
    defaultValue: "30",
  }),
  apiAnswerMb: variable("API_ANSWER_MB", integer(1, 64), {
    about:
      "Maximum size of a response to a portal API call, in MB. A larger one is cut off, and the page gets a 502.",
    defaultValue: String(answerBytes.one / MB),
  }),
  apiListMb: variable("API_LIST_MB", integer(1, 64), {
    about: "The same for a call that returns a list.",
    defaultValue: String(answerBytes.list / MB),
  }),
  portalHubUrl: variable("PORTAL_HUB_URL", urlOrNone, {
    about:
      "Notification hub; defaults to `<PORTAL_API_URL>/Hub/myportalalerts`. Use `none` if you don't have one.",
  }),
  filesUrl: variable("FILES_URL", optionalBaseUrl, {
    about: "Files service (invoices, letters, attachments).",
  }),
  uploadsUrl: variable("UPLOADS_URL", optionalBaseUrl, { about: "Block-blob service for uploads." }),
  ...uploadVariables,
  bankCheckUrl: variable("BANK_CHECK_URL", optionalBaseUrl, { about: "Bank verification service." }),
  bankCheckRequired: variable("BANK_CHECK_REQUIRED", flag, { about: "`1`: refuses unchecked bank details." }),
  addressLookupUrl: variable("ADDRESS_LOOKUP_URL", optionalBaseUrl, { about: "Address look-up service." }),
  fibreAddressesUrl: variable("FIBRE_ADDRESSES_URL", optionalBaseUrl, {
    about: "The availability checker's address-matching gateway.",
  }),
  fibreProductsUrl: variable("FIBRE_PRODUCTS_URL", optionalBaseUrl, { about: "Fibre availability gateway." }),
  gatewayKey: variable("GATEWAY_KEY", optionalText, {
    about: "Subscription key for both gateways.",
    secret: true,
  }),
  blogFeedUrl: variable("BLOG_FEED_URL", optionalUrl, {
    about: "RSS feed for the dashboard's Blogs & News.",
  }),
  blogUrl: variable("BLOG_URL", optionalUrl, { about: "The page that 'View more' opens." }),
  campaignFeedUrl: variable("CAMPAIGN_FEED_URL", optionalUrl, {
    about: "XML feed for the dashboard's carousel.",
  }),
  statusFeedUrl: variable("STATUS_FEED_URL", optionalUrl, {
    about: "Incidents for `/status`: Statuspage's summary.json, a JSON Feed, RSS or Atom.",
  }),
  ipLookupUrl: variable("IP_LOOKUP_URL", optionalUrl, {
    about: "Service that we ask for the caller's IP address if the request doesn't include one.",
  }),

  customerIssuer: variable("CUSTOMER_ISSUER", url, {
    about:
      "Issuer of the customers' identity tokens; its discovery document gives the endpoints and must name this issuer.",
    required: true,
  }),
  customerMetadataUrl: variable("CUSTOMER_METADATA_URL", optionalUrl, {
    about:
      "The address of the discovery document; defaults to `<CUSTOMER_ISSUER>/.well-known/openid-configuration`.",
  }),
  customerClientId: variable("CUSTOMER_CLIENT_ID", text, {
    about: "Client id for the customers' identity provider.",
    required: true,
  }),
  customerClientSecret: variable("CUSTOMER_CLIENT_SECRET", text, {
    about: "Client secret for the customers' identity provider.",
    required: true,
    secret: true,
  }),
  customerScopes: variable("CUSTOMER_SCOPES", text, {
    about: "Scopes to ask for, space-separated.",
    defaultValue: "openid offline_access",
  }),
  customerClaims: variable("CUSTOMER_CLAIMS", claimNames, {
    about:
      "Claim names from the customers' identity provider, if they differ from the portal's: `roles=portal_roles,accounts=portal_accounts`.",
  }),
  customerAdmitsEmployees: variable("CUSTOMER_ADMITS_EMPLOYEES", flag, {
    about: "`1`: employees (by `userType`) can also sign in at the customers' identity provider.",
  }),
  passwordResetUrl: variable("PASSWORD_RESET_URL", optionalUrl, {
    about: "Password reset policy (after AADB2C90118).",
  }),
  changePasswordUrl: variable("CHANGE_PASSWORD_URL", optionalUrl, {
    about: "The identity provider's page for changing a password.",
  }),
  memorableWordUrl: variable("MEMORABLE_WORD_URL", optionalUrl, {
    about: "The identity provider's page for changing a memorable word.",
  }),
  employeeAuthority: variable("EMPLOYEE_AUTHORITY", optionalUrl, {
    about: "Authority for employees' sign-in; defaults to the Microsoft cloud with `EMPLOYEE_TENANT_ID`.",
  }),
  employeeIssuer: variable("EMPLOYEE_ISSUER", optionalUrl, {
    about:
      "Issuer of the employees' identity tokens; defaults to the authority's `/v2.0`. For a provider other than Microsoft, set this and leave out `EMPLOYEE_AUTHORITY`; the discovery document must be below it.",
  }),
  employeeTenantId: variable("EMPLOYEE_TENANT_ID", optionalText, { about: "Employees' tenant." }),
  employeeClientId: variable("EMPLOYEE_CLIENT_ID", optionalText, {
    about: "Client id in the employees' tenant.",
  }),
  employeeClientSecret: variable("EMPLOYEE_CLIENT_SECRET", optionalText, {
    about: "Client secret in the employees' tenant.",
    secret: true,
  }),
  employeeDomainHint: variable("EMPLOYEE_DOMAIN_HINT", optionalText, {
    about: "Company domain used to take employees straight to their own sign-in page.",
  }),
  employeeClaims: variable("EMPLOYEE_CLAIMS", claimNames, {
    about: "Same as `CUSTOMER_CLAIMS`, but for employees.",
  }),

  signOutIdToken: variable("SIGN_OUT_ID_TOKEN", flag, {
    about:
      "`1` puts the identity token in the sign-out address (`id_token_hint`), for identity providers that need it.",
  }),

  cardPaymentOrigins: variable("CARD_PAYMENT_ORIGINS", origins, {
    about: "The card provider's origins, comma-separated. The pay page's CSP lets forms post to them.",
  }),
  shopOrigins: variable("SHOP_ORIGINS", origins, {
    about: "The devices shop's origins, comma-separated. The portal doesn't send people anywhere else.",
  }),
  helpDeskEmail: variable("HELP_DESK_EMAIL", z.email(), {
    about: "Shown under Contact Us and on the no-access page.",
    required: true,
  }),
  helpDeskPhone: variable("HELP_DESK_PHONE", text, {
    about: "Shown wherever we ask people to phone.",
    required: true,
  }),
  securityContact: variable(
    "SECURITY_CONTACT",
    z
      .string()
      .regex(/^(mailto:|https:)/)
      .optional(),
    {
      about:
        "Contact in `/.well-known/security.txt`, `mailto:…` or `https:…`; defaults to `HELP_DESK_EMAIL`.",
    },
  ),
  overdueAfterDays: variable("OVERDUE_AFTER_DAYS", integer(0, 365), {
    about: "How many days after its issue date an unpaid invoice becomes overdue.",
    defaultValue: "30",
  }),
  salesPhone: variable("SALES_PHONE", text, {
    about: "The sales team's number (option 4).",
    defaultValue: "0344 770 6000",
  }),
  userGuideUrl: variable("USER_GUIDE_URL", optionalUrl, { about: "The PDF that 'New to the Portal' opens." }),
  mandateUrl: variable("MANDATE_URL", optionalUrl, { about: "PDF of the paper Direct Debit mandate." }),
  wholesaleMandateUrl: variable("WHOLESALE_MANDATE_URL", optionalUrl, {
    about: "PDF of the paper mandate for wholesale customers (customer tier 8).",
  }),
  termsUrl: variable("TERMS_URL", optionalUrl, { about: "Terms & Conditions." }),
  privacyUrl: variable("PRIVACY_URL", optionalUrl, { about: "Privacy Policy." }),
  complaintsUrl: variable("COMPLAINTS_URL", optionalUrl, { about: "Complaints Procedure." }),
  ...lineFaultVariables,
  ticketServicesOff: variable("TICKET_SERVICES_OFF", commaSeparated, {
    about:
      "Services that can't be chosen for a new ticket, comma-separated, e.g. `technical/devices/tablets`.",
  }),
  statusBanner: variable("STATUS_BANNER", optionalText, {
    about: "A sentence to show above every page, e.g. about a known disruption.",
  }),
  banners: variable("BANNERS_FILE", bannersFile, {
    about:
      "The dashboard's announcements, with their dates: a JSON file ([its format](runbook.md#announcements)), read at start-up. Defaults to the portal's own, which have expired.",
  }),
  brandName: variable("BRAND_NAME", text, {
    about:
      "Name of the company that sends the invoices. It's on every page, in 'Paid to' and in the Direct Debit Guarantee.",
    required: true,
  }),
  brandColour: variable("BRAND_COLOUR", colour, {
    about: "Brand colour, `#rrggbb`; replaces the token `--brand-seed`.",
  }),
  analyticsScriptUrl: variable("ANALYTICS_SCRIPT_URL", optionalUrl, {
    about: "Analytics script; only loaded once the person has accepted cookies.",
  }),
  metricsPort: variable("METRICS_PORT", integer(0, 65_535), {
    about: "Port for the Prometheus metrics; 0 turns them off.",
    defaultValue: "0",
  }),
  metricsHost: variable("METRICS_HOST", text, {
    about:
      "Address the metrics listen on. Use `0.0.0.0` for a scraper on a different machine, and only on a private network.",
    defaultValue: "127.0.0.1",
  }),
  ...tracingVariables,
  demo: variable("DEMO", flag, {
    about: "`1` allows production mode with the demo provider, its people and its published secrets.",
  }),
  allowPlainHttp: variable("ALLOW_PLAIN_HTTP", flag, {
    about:
      "`1` lets production use plain http for browsers and other machines, if something else encrypts the network.",
  }),
} as const;

export type VariableKey = keyof typeof variables;
