import { z } from "zod";
import { feedVariables } from "#server/feeds/feed-variables.ts";
import { claimNames } from "#server/identity/claims.ts";
import { sessionVariables } from "#server/session/session-variables.ts";
import { uploadVariables } from "#server/uploads/upload-variables.ts";
import { bannersFile } from "./banners.ts";
import {
  colour,
  commaSeparated,
  flag,
  integer,
  optionalBaseUrl,
  optionalText,
  optionalUrl,
  origins,
  originUrl,
  required,
  secret,
  text,
  url,
  urlOrNone,
  variable,
} from "./config-variable.ts";
import { lineFaultVariables } from "./line-fault-variables.ts";
import { portalApiVariables } from "./portal-api-variables.ts";
import { rateLimitVariables } from "./rate-limit-variables.ts";
import { tracingVariables } from "./tracing-variables.ts";

/** Every environment variable of the portal, in the order of the documentation's table. */
export const variables = {
  port: variable("PORT", integer(0, 65_535), "Port the portal listens on.", { defaultValue: "3000" }),
  publicUrl: variable(
    "PUBLIC_URL",
    originUrl,
    "The address that browsers use for the portal. Redirects, cookies and the origin check use it.",
    required,
  ),
  environment: variable(
    "ENVIRONMENT",
    text,
    "Shown as a tag in the header and footer, except `production`, which also turns off `/sandbox`.",
    { defaultValue: "development" },
  ),
  appTitle: variable("APP_TITLE", text, "The portal's name in titles and in the header.", {
    defaultValue: "Customer Portal",
  }),
  trustProxy: variable(
    "TRUST_PROXY",
    integer(0, 10),
    "How many proxies in front of the portal to trust for X-Forwarded-For.",
    { defaultValue: "0" },
  ),
  compression: variable(
    "COMPRESSION",
    z.enum(["on", "off"]),
    "`off` if your proxy compresses pages. Built files are still sent compressed, because the build compresses them.",
    { defaultValue: "on" },
  ),
  logLevel: variable(
    "LOG_LEVEL",
    z.enum(["fatal", "error", "warn", "info", "debug", "silent"]),
    "The lowest level to log.",
    { defaultValue: "info" },
  ),
  ...sessionVariables,
  ...rateLimitVariables,
  liveStreamsPerPerson: variable(
    "LIVE_STREAMS_PER_PERSON",
    integer(3, 20_000),
    "Live streams that a person can have on one instance, across all their sessions. Opening more ends the oldest.",
    { defaultValue: "12" },
  ),
  stuckSeconds: variable(
    "STUCK_SECONDS",
    integer(0, 3_600),
    "A process whose event loop is blocked for this long exits with code 70; 0 turns this off.",
    { defaultValue: "30" },
  ),
  drainDelayMs: variable(
    "DRAIN_DELAY_MS",
    integer(0, 60_000),
    "How long to keep accepting connections after SIGTERM, so that a load balancer sees `/readyz` fail first.",
    { defaultValue: "2000" },
  ),
  stopGraceSeconds: variable(
    "STOP_GRACE_SECONDS",
    integer(1, 3_600).optional(),
    "How long the platform waits between SIGTERM and SIGKILL. The portal refuses to start if stopping could take longer.",
  ),

  ...portalApiVariables,
  portalHubUrl: variable(
    "PORTAL_HUB_URL",
    urlOrNone,
    "Notification hub; defaults to `<PORTAL_API_URL>/Hub/myportalalerts`. Use `none` if you don't have one.",
  ),
  filesUrl: variable("FILES_URL", optionalBaseUrl, "Files service (invoices, letters, attachments)."),
  uploadsUrl: variable("UPLOADS_URL", optionalBaseUrl, "Block-blob service for uploads."),
  ...uploadVariables,
  bankCheckUrl: variable("BANK_CHECK_URL", optionalBaseUrl, "Bank verification service."),
  bankCheckRequired: variable("BANK_CHECK_REQUIRED", flag, "`1`: refuses unchecked bank details."),
  addressLookupUrl: variable("ADDRESS_LOOKUP_URL", optionalBaseUrl, "Address look-up service."),
  fibreAddressesUrl: variable(
    "FIBRE_ADDRESSES_URL",
    optionalBaseUrl,
    "The availability checker's address-matching gateway.",
  ),
  fibreProductsUrl: variable("FIBRE_PRODUCTS_URL", optionalBaseUrl, "Fibre availability gateway."),
  gatewayKey: variable("GATEWAY_KEY", optionalText, "Subscription key for both gateways.", {
    secret: true,
  }),
  ...feedVariables,
  ipLookupUrl: variable(
    "IP_LOOKUP_URL",
    optionalUrl,
    "Service we ask for the caller's IP address if the request doesn't have one.",
  ),

  customerIssuer: variable(
    "CUSTOMER_ISSUER",
    url,
    "Issuer of the customers' identity tokens; its discovery document gives the endpoints and must name this issuer.",
    required,
  ),
  customerMetadataUrl: variable(
    "CUSTOMER_METADATA_URL",
    optionalUrl,
    "The document's address; defaults to `<CUSTOMER_ISSUER>/.well-known/openid-configuration`.",
  ),
  customerClientId: variable(
    "CUSTOMER_CLIENT_ID",
    text,
    "Client id for the customers' identity provider.",
    required,
  ),
  customerClientSecret: variable(
    "CUSTOMER_CLIENT_SECRET",
    text,
    "Client secret for the customers' identity provider.",
    secret,
  ),
  customerScopes: variable("CUSTOMER_SCOPES", text, "Scopes to ask for, space-separated.", {
    defaultValue: "openid offline_access",
  }),
  customerClaims: variable(
    "CUSTOMER_CLAIMS",
    claimNames,
    "Claim names from the customers' identity provider, if they differ from the portal's: `roles=portal_roles,accounts=portal_accounts`.",
  ),
  customerAdmitsEmployees: variable(
    "CUSTOMER_ADMITS_EMPLOYEES",
    flag,
    "`1`: employees (by `userType`) can also sign in at the customers' identity provider.",
  ),
  passwordResetUrl: variable("PASSWORD_RESET_URL", optionalUrl, "Password reset policy (after AADB2C90118)."),
  changePasswordUrl: variable(
    "CHANGE_PASSWORD_URL",
    optionalUrl,
    "The identity provider's page for changing a password.",
  ),
  memorableWordUrl: variable(
    "MEMORABLE_WORD_URL",
    optionalUrl,
    "The identity provider's page for changing a memorable word.",
  ),
  employeeAuthority: variable(
    "EMPLOYEE_AUTHORITY",
    optionalUrl,
    "Authority for employees' sign-in; defaults to the Microsoft cloud with `EMPLOYEE_TENANT_ID`.",
  ),
  employeeIssuer: variable(
    "EMPLOYEE_ISSUER",
    optionalUrl,
    "Issuer of the employees' identity tokens; defaults to the authority's `/v2.0`. For a provider other than Microsoft, set this and leave out `EMPLOYEE_AUTHORITY`; the discovery document must be below it.",
  ),
  employeeTenantId: variable("EMPLOYEE_TENANT_ID", optionalText, "Employees' tenant."),
  employeeClientId: variable("EMPLOYEE_CLIENT_ID", optionalText, "Client id in the employees' tenant."),
  employeeClientSecret: variable(
    "EMPLOYEE_CLIENT_SECRET",
    optionalText,
    "Client secret in the employees' tenant.",
    { secret: true },
  ),
  employeeDomainHint: variable(
    "EMPLOYEE_DOMAIN_HINT",
    optionalText,
    "Company domain used to take employees straight to their own sign-in page.",
  ),
  employeeClaims: variable("EMPLOYEE_CLAIMS", claimNames, "Same as `CUSTOMER_CLAIMS`, but for employees."),

  signOutIdToken: variable(
    "SIGN_OUT_ID_TOKEN",
    flag,
    "`1` puts the identity token in the sign-out address (`id_token_hint`), for identity providers that need it.",
  ),

  cardPaymentOrigins: variable(
    "CARD_PAYMENT_ORIGINS",
    origins,
    "The card provider's origins, comma-separated. The pay page's CSP lets forms post to them.",
  ),
  shopOrigins: variable(
    "SHOP_ORIGINS",
    origins,
    "The devices shop's origins, comma-separated. The portal doesn't send people anywhere else.",
  ),
  helpDeskEmail: variable(
    "HELP_DESK_EMAIL",
    z.email(),
    "Shown under Contact Us and on the no-access page.",
    required,
  ),
  helpDeskPhone: variable("HELP_DESK_PHONE", text, "Shown wherever we ask people to phone.", required),
  securityContact: variable(
    "SECURITY_CONTACT",
    z
      .string()
      .regex(/^(mailto:|https:)/)
      .optional(),
    "Contact in `/.well-known/security.txt`, `mailto:…` or `https:…`; defaults to `HELP_DESK_EMAIL`.",
  ),
  overdueAfterDays: variable(
    "OVERDUE_AFTER_DAYS",
    integer(0, 365),
    "How many days after its issue date an unpaid invoice becomes overdue.",
    { defaultValue: "30" },
  ),
  salesPhone: variable("SALES_PHONE", text, "The sales team's number (option 4).", {
    defaultValue: "0344 770 6000",
  }),
  userGuideUrl: variable("USER_GUIDE_URL", optionalUrl, "The PDF that 'New to the Portal' opens."),
  mandateUrl: variable("MANDATE_URL", optionalUrl, "PDF of the paper Direct Debit mandate."),
  wholesaleMandateUrl: variable(
    "WHOLESALE_MANDATE_URL",
    optionalUrl,
    "PDF of the paper mandate for wholesale customers (customer tier 8).",
  ),
  termsUrl: variable("TERMS_URL", optionalUrl, "Terms & Conditions."),
  privacyUrl: variable("PRIVACY_URL", optionalUrl, "Privacy Policy."),
  complaintsUrl: variable("COMPLAINTS_URL", optionalUrl, "Complaints Procedure."),
  ...lineFaultVariables,
  ticketServicesOff: variable(
    "TICKET_SERVICES_OFF",
    commaSeparated,
    "Services that can't be chosen for a new ticket, comma-separated, e.g. `technical/devices/tablets`.",
  ),
  statusBanner: variable(
    "STATUS_BANNER",
    optionalText,
    "A sentence to show above every page, e.g. about a known disruption.",
  ),
  banners: variable(
    "BANNERS_FILE",
    bannersFile,
    "The dashboard's announcements, with their dates: a JSON file ([its format](runbook.md#announcements)), read at start-up. Defaults to the portal's own, which have expired.",
  ),
  brandName: variable(
    "BRAND_NAME",
    text,
    "Name of the company that sends the invoices. It's on every page, in 'Paid to' and in the Direct Debit Guarantee.",
    required,
  ),
  brandColour: variable(
    "BRAND_COLOUR",
    colour,
    "Brand colour, `#rrggbb`; replaces the token `--brand-seed`.",
  ),
  analyticsScriptUrl: variable(
    "ANALYTICS_SCRIPT_URL",
    optionalUrl,
    "Analytics script; only loaded once the person has accepted cookies.",
  ),
  metricsPort: variable(
    "METRICS_PORT",
    integer(0, 65_535),
    "Port for the Prometheus metrics; 0 turns them off.",
    { defaultValue: "0" },
  ),
  metricsHost: variable(
    "METRICS_HOST",
    text,
    "Address the metrics listen on. Use `0.0.0.0` for a scraper on another machine, on a private network only.",
    { defaultValue: "127.0.0.1" },
  ),
  ...tracingVariables,
  demo: variable(
    "DEMO",
    flag,
    "`1` allows production mode with the demo provider, its people and its published secrets.",
  ),
  allowPlainHttp: variable(
    "ALLOW_PLAIN_HTTP",
    flag,
    "`1` lets production use plain http for browsers and other machines, if something else encrypts the network.",
  ),
} as const;

export type VariableKey = keyof typeof variables;
