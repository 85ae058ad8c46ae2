import type { IncomingMessage, RequestListener, Server } from "node:http";
import type { Socket } from "node:net";
import type { DatabaseSync } from "node:sqlite";
import express, { type Express } from "express";
import type { Logger } from "pino";
import { addressLookupRoutes } from "./address-lookup/address-lookup.ts";
import { cardFormPath, cardRoutes } from "./card/card-routes.ts";
import { demoSecrets } from "./demo-secrets.ts";
import { bankCheckRoutes } from "./direct-debits/bank-check.ts";
import { letterRoutes } from "./direct-debits/letters.ts";
import { readMandateLedger } from "./direct-debits/mandate-ledger.ts";
import { feedRoutes } from "./feeds/feeds.ts";
import type { DemoIncident } from "./feeds/status.ts";
import { availabilityRoutes } from "./fibre/availability-log.ts";
import { fibreRoutes } from "./fibre/gateways.ts";
import { invoiceFileRoutes } from "./files/invoice-files.ts";
import { productFileRoutes } from "./files/product-files.ts";
import { createHub, hubPath, type Hub } from "./hub/hub.ts";
import type { Identity } from "./identity/identity.ts";
import type { VerifyToken } from "./identity/tokens.ts";
import { createLineTests } from "./line-faults/line-tests.ts";
import { siteRoutes } from "./pages/site.ts";
import { readLedger } from "./payments/ledger.ts";
import { addressRoutes } from "./portal-api/addresses.ts";
import { answerErrors, createPortalApi } from "./portal-api/api.ts";
import { identifyCaller } from "./portal-api/caller.ts";
import { clientRoutes } from "./portal-api/clients.ts";
import { contactRoutes } from "./portal-api/contacts.ts";
import { currentContactRoutes } from "./portal-api/current-contact.ts";
import { directDebitRoutes } from "./portal-api/direct-debits.ts";
import { eventLogRoutes } from "./portal-api/event-log.ts";
import { invoiceRoutes } from "./portal-api/invoices.ts";
import { licenceRoutes } from "./portal-api/licences.ts";
import { lineFaultRoutes } from "./portal-api/line-faults.ts";
import { notificationRoutes } from "./portal-api/notifications.ts";
import { paymentRoutes } from "./portal-api/payments.ts";
import { quoteRoutes } from "./portal-api/quotes.ts";
import { returnRoutes } from "./portal-api/returns.ts";
import type { Route } from "./portal-api/route.ts";
import { shopRoutes } from "./portal-api/shop.ts";
import { createEndedTokens, signOutRoutes } from "./portal-api/sign-out.ts";
import { supportTicketRoutes } from "./portal-api/support-tickets.ts";
import { validationRuleRoutes } from "./portal-api/validation-rules.ts";
import { applyFault, applyFaultToUpgrade } from "./scenarios/apply-fault.ts";
import { controlRoutes } from "./scenarios/control.ts";
import { raiseEvent, type EventRequest, type RaisedEvent } from "./scenarios/events.ts";
import { createFaults, type Faults } from "./scenarios/faults.ts";
import { pause } from "./scenarios/named-faults.ts";
import { scenarioRoutes } from "./scenarios/scenario-routes.ts";
import { createUploads } from "./uploads/uploads.ts";

/** The portal API's account with the card provider. */
const cardAccount = { vendor: "larkfield", password: demoSecrets.cardPassword } as const;

interface SiteOptions {
  readonly url: string;
  readonly portalUrl: string;
  readonly apiKey: string;
  readonly db: DatabaseSync;
  readonly now: () => Date;
  readonly log: Logger;
  readonly verifyToken: VerifyToken;
  readonly identity: Pick<Identity, "handler">;
  readonly lineTestSeconds: number;
  readonly incidents: readonly DemoIncident[];
  readonly namesPayments: boolean;
  readonly eventsUrl: string | undefined;
}

/** The provider's request handler and its controls. */
export interface Site {
  readonly handle: RequestListener;
  readonly hub: Hub;
  readonly faults: Faults;
  /** Raises an event, as the scenario page does. */
  raise(request: EventRequest): RaisedEvent;
  /** Ends all running line tests, except those that never end. */
  finishLineTests(): void;
  close(): void;
}

interface PortalApiParts {
  readonly hub: Hub;
  readonly lineTests: ReturnType<typeof createLineTests>;
  readonly endedTokens: ReturnType<typeof createEndedTokens>;
}

/** Puts the provider's services together. */
export function createSite(options: SiteOptions): Site {
  const { db, now, apiKey, log, identity, portalUrl } = options;
  const endedTokens = createEndedTokens(db, now);
  const identify = (token: string | undefined) => identifyCaller(token, options.verifyToken, endedTokens.has);
  const hub = createHub({ identify, eventsUrl: options.eventsUrl, apiKey, log });
  const faults = createFaults(now);
  const lineTests = createLineTests({ db, now, sendEvent: hub.send, seconds: options.lineTestSeconds });
  const raise = (request: EventRequest) => raiseEvent(db, hub, request, now());
  const routes = portalApiRoutes(options, { hub, lineTests, endedTokens });

  const app = express().disable("x-powered-by").disable("etag");
  app.post(`/api${hubPath}/negotiate`, hub.negotiate);
  app.use("/api", createPortalApi({ routes, apiKey, identify, log }));
  app.use("/feeds", feedRoutes({ url: options.url, apiKey, now, identify, incidents: options.incidents }));
  app.use("/address-lookup", addressLookupRoutes(apiKey));
  app.use("/fibre", fibreRoutes({ key: demoSecrets.gatewayKey, pause }));
  const serviceOptions = { db, apiKey, identify };
  app.use(
    "/files",
    invoiceFileRoutes(serviceOptions),
    letterRoutes(serviceOptions),
    productFileRoutes(serviceOptions),
  );
  const uploads = createUploads({ ...serviceOptions, now, pause });
  app.use("/uploads", uploads.routes);
  app.use("/bank-check", bankCheckRoutes({ apiKey, identify, pause }));
  app.use("/gateway/service", cardRoutes({ db, now, portalUrl, ...cardAccount }));
  app.use(
    "/control",
    controlRoutes({
      faults,
      raise,
      ledger: () => readLedger(db),
      mandates: () => readMandateLedger(db),
      uploads: uploads.ledger,
    }),
  );
  app.use("/scenarios", scenarioRoutes({ db, faults, raise }));
  app.use(siteRoutes());
  app.use(answerErrors(log));
  const close = () => {
    lineTests.stop();
    hub.close();
  };
  const handle = withFaults(faults, withIdentity(identity, app));
  return { hub, faults, raise, handle, finishLineTests: lineTests.finish, close };
}

/** All the portal API's routes. */
function portalApiRoutes(
  { db, now, url, portalUrl, namesPayments }: SiteOptions,
  { hub, lineTests, endedTokens }: PortalApiParts,
): readonly Route[] {
  return [
    ...validationRuleRoutes(),
    ...clientRoutes(db),
    ...contactRoutes({ db, now, pause }),
    ...currentContactRoutes({ db, now, pause }),
    ...addressRoutes({ db, pause }),
    ...notificationRoutes(db, now),
    ...supportTicketRoutes({ db, now, pause, sendEvent: hub.send }),
    ...invoiceRoutes({ db, now, filesUrl: `${url}/files` }),
    ...paymentRoutes({ db, now, portalUrl, namesPayments, registerUrl: url + cardFormPath, ...cardAccount }),
    ...directDebitRoutes({ db, now, pause }),
    ...lineFaultRoutes({ db, now, pause, lineTests }),
    ...licenceRoutes(db, now),
    ...quoteRoutes({ db, now, pause }),
    ...returnRoutes(db),
    ...availabilityRoutes({ db, now, pause }),
    ...shopRoutes(url),
    ...eventLogRoutes(db, now),
    ...signOutRoutes(endedTokens, hub.endToken),
  ];
}

/** Makes a server pass requests and WebSocket upgrades to the site. */
export function attachSite(server: Server, { handle, hub, faults }: Site): void {
  server.on("request", handle);
  server.on("upgrade", (request: IncomingMessage, socket: Socket, head: Buffer) => {
    socket.on("error", () => socket.destroy());
    const path = pathOf(request);
    const proceed = () => {
      if (path.toLowerCase() === `/api${hubPath}`.toLowerCase()) void hub.upgrade(request, socket, head);
      else socket.end("HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
    };
    const fault = faults.take(path);
    if (fault) applyFaultToUpgrade(fault, socket, proceed);
    else proceed();
  });
}

/** The identity provider parses paths and bodies itself, so its requests bypass Express. */
function withIdentity(identity: SiteOptions["identity"], app: Express): RequestListener {
  return (request, response) => {
    if (/^\/(customer|employee)(\/|$)/.test(pathOf(request))) identity.handler(request, response);
    else app(request, response);
  };
}

function withFaults(faults: Faults, next: RequestListener): RequestListener {
  return (request, response) => {
    const fault = faults.take(pathOf(request));
    if (fault) applyFault(fault, request, response, () => next(request, response));
    else next(request, response);
  };
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? "/").replace(/[?#].*$/s, "").replace(/^\/+/, "/");
}
