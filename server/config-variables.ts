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
  port: variable("PORT", integer(0, 65_535), "Port the portal listens on.", { fallback: "3000" }),
  publicUrl: variable(
    "PUBLIC_URL",
    originUrl,
    "Address that browsers use. Redirects, cookies and the origin check follow it.",
    required,
  ),
  environment: variable(
    "ENVIRONMENT",
    text,
    "Shown as a tag in the header and footer unless it is `production`, where there is no `/sandbox`.",
    { fallback: "development" },
  ),
  appTitle: variable("APP_TITLE", text, "Name of the portal in titles and in the header.", {
    fallback: "Customer Portal",
  }),
  trustProxy: variable(
    "TRUST_PROXY",
    integer(0, 10),
    "Number of proxies in front whose X-Forwarded-For entry is believed.",
    { fallback: "0" },
  ),
  compression: variable(
    "COMPRESSION",
    z.enum(["on", "off"]),
    "`off`: pages are sent as they are, for a proxy that compresses them; built files still come as they were compressed at the build.",
    { fallback: "on" },
  ),
  logLevel: variable(
    "LOG_LEVEL",
    z.enum(["fatal", "error", "warn", "info", "debug", "silent"]),
    "Least severe level that is logged.",
    { fallback: "info" },
  ),
  ...sessionVariables,
  ...rateLimitVariables,
  liveStreamsPerPerson: variable(
    "LIVE_STREAMS_PER_PERSON",
    integer(3, 20_000),
    "Event streams of a person over all sessions, on one instance; the oldest ends.",
    { fallback: "12" },
  ),
  stuckSeconds: variable(
    "STUCK_SECONDS",
    integer(0, 3_600),
    "A process whose event loop is blocked for this long ends itself with exit code 70; 0: never.",
    { fallback: "30" },
  ),
  drainDelayMs: variable(
    "DRAIN_DELAY_MS",
    integer(0, 60_000),
    "How long to go on accepting connections after SIGTERM, so that a load balancer sees `/readyz` fail first.",
    { fallback: "2000" },
  ),
  stopGraceSeconds: variable(
    "STOP_GRACE_SECONDS",
    integer(1, 3_600).optional(),
    "How long the platform waits between SIGTERM and SIGKILL. The portal refuses to start if a stop could take longer.",
  ),

  ...portalApiVariables,
  portalHubUrl: variable(
    "PORTAL_HUB_URL",
    urlOrNone,
    "Notification hub; default `<PORTAL_API_URL>/Hub/myportalalerts`, `none` where there is none.",
  ),
  filesUrl: variable("FILES_URL", optionalBaseUrl, "Files service (invoices, letters, attachments)."),
  uploadsUrl: variable("UPLOADS_URL", optionalBaseUrl, "Block-blob service for uploads."),
  ...uploadVariables,
  bankCheckUrl: variable("BANK_CHECK_URL", optionalBaseUrl, "Bank verification service."),
  bankCheckRequired: variable(
    "BANK_CHECK_REQUIRED",
    flag,
    "`1`: bank numbers aren't saved while the bank check gives no answer.",
  ),
  addressLookupUrl: variable("ADDRESS_LOOKUP_URL", optionalBaseUrl, "Address look-up service."),
  fibreAddressesUrl: variable(
    "FIBRE_ADDRESSES_URL",
    optionalBaseUrl,
    "Address matching gateway of the availability checker.",
  ),
  fibreProductsUrl: variable("FIBRE_PRODUCTS_URL", optionalBaseUrl, "Fibre availability gateway."),
  gatewayKey: variable("GATEWAY_KEY", optionalText, "Subscription key of the two gateways.", {
    secret: true,
  }),
  ...feedVariables,
  ipLookupUrl: variable(
    "IP_LOOKUP_URL",
    optionalUrl,
    "Asked for the caller's address where the request has none.",
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
    "That discovery document; default `<CUSTOMER_ISSUER>/.well-known/openid-configuration`.",
  ),
  customerClientId: variable(
    "CUSTOMER_CLIENT_ID",
    text,
    "Client id at the customers' identity provider.",
    required,
  ),
  customerClientSecret: variable(
    "CUSTOMER_CLIENT_SECRET",
    text,
    "Client secret at the customers' identity provider.",
    secret,
  ),
  customerScopes: variable("CUSTOMER_SCOPES", text, "Scopes asked for, space-separated.", {
    fallback: "openid offline_access",
  }),
  customerClaims: variable(
    "CUSTOMER_CLAIMS",
    claimNames,
    "The customers' identity provider's names of claims, where they differ from the portal's: `roles=portal_roles,accounts=portal_accounts`.",
  ),
  customerAdmitsEmployees: variable(
    "CUSTOMER_ADMITS_EMPLOYEES",
    flag,
    "`1`: employees (by `userType`) may also sign in at the customers' identity provider.",
  ),
  passwordResetUrl: variable("PASSWORD_RESET_URL", optionalUrl, "Password reset policy (after AADB2C90118)."),
  changePasswordUrl: variable(
    "CHANGE_PASSWORD_URL",
    optionalUrl,
    "Change of password at the identity provider.",
  ),
  memorableWordUrl: variable(
    "MEMORABLE_WORD_URL",
    optionalUrl,
    "Change of memorable word at the identity provider.",
  ),
  employeeAuthority: variable(
    "EMPLOYEE_AUTHORITY",
    optionalUrl,
    "Employees' authority; default the Microsoft cloud with `EMPLOYEE_TENANT_ID`.",
  ),
  employeeIssuer: variable(
    "EMPLOYEE_ISSUER",
    optionalUrl,
    "Issuer of the employees' identity tokens; default the authority's `/v2.0`. Set without `EMPLOYEE_AUTHORITY` for a provider other than Microsoft's: its discovery document lies below it.",
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
    "Company domain that pre-selects the employees' sign-in page.",
  ),
  employeeClaims: variable("EMPLOYEE_CLAIMS", claimNames, "As `CUSTOMER_CLAIMS`, for employees."),

  signOutIdToken: variable(
    "SIGN_OUT_ID_TOKEN",
    flag,
    "`1` puts the identity token into the sign-out address (`id_token_hint`), for identity providers that ask for it.",
  ),

  cardPaymentOrigins: variable(
    "CARD_PAYMENT_ORIGINS",
    origins,
    "Origins of the card provider, comma-separated, for CSP form-action on the pay page.",
  ),
  shopOrigins: variable(
    "SHOP_ORIGINS",
    origins,
    "Origins of the devices shop, comma-separated: the portal sends people to no other.",
  ),
  helpDeskEmail: variable(
    "HELP_DESK_EMAIL",
    z.email(),
    "Shown under Contact Us and on the no-access page.",
    required,
  ),
  helpDeskPhone: variable("HELP_DESK_PHONE", text, "Shown where a person is asked to phone.", required),
  securityContact: variable(
    "SECURITY_CONTACT",
    z
      .string()
      .regex(/^(mailto:|https:)/)
      .optional(),
    "Contact in `/.well-known/security.txt`, `mailto:…` or `https:…`; default `HELP_DESK_EMAIL`.",
  ),
  overdueAfterDays: variable(
    "OVERDUE_AFTER_DAYS",
    integer(0, 365),
    "An unpaid invoice issued more days ago than this is overdue.",
    { fallback: "30" },
  ),
  salesPhone: variable("SALES_PHONE", text, "Sales team's number (option 4).", { fallback: "0344 770 6000" }),
  userGuideUrl: variable("USER_GUIDE_URL", optionalUrl, "PDF behind 'New to the Portal'."),
  mandateUrl: variable("MANDATE_URL", optionalUrl, "PDF of the paper Direct Debit mandate."),
  wholesaleMandateUrl: variable(
    "WHOLESALE_MANDATE_URL",
    optionalUrl,
    "The same for wholesale customers (customer tier 8).",
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
    "A sentence shown above every page, e.g. of a known disruption.",
  ),
  banners: variable(
    "BANNERS_FILE",
    bannersFile,
    "Announcements of the dashboard, with their dates: a JSON file ([its form](runbook.md#announcements)), read at the start. Default: the portal's own, which have expired.",
  ),
  brandName: variable(
    "BRAND_NAME",
    text,
    "Name of the company that invoices: on every page, in 'Paid to' and in the Direct Debit Guarantee.",
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
    "Analytics script; loaded only after the person accepted cookies.",
  ),
  metricsPort: variable(
    "METRICS_PORT",
    integer(0, 65_535),
    "Port of the Prometheus metrics; 0 leaves them out.",
    { fallback: "0" },
  ),
  metricsHost: variable(
    "METRICS_HOST",
    text,
    "Address that the metrics listen on; `0.0.0.0` for a scraper outside, on a network that is private.",
    { fallback: "127.0.0.1" },
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
    "`1` lets production serve, and speak to other machines, over http: where something else encrypts the network.",
  ),
} as const;

export type VariableKey = keyof typeof variables;
