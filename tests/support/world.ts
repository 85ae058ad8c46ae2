import { portalSettings } from "#provider/portal-settings.ts";
import { startProvider, type RunningProvider, type StartOptions } from "#provider/start.ts";
import { ApiTap } from "./api-tap.ts";
import { freePort } from "./free-port.ts";
import { PortalProcess } from "./portal-process.ts";
import { Visitor } from "./visitor.ts";

export interface World {
  readonly provider: RunningProvider;
  readonly portal: PortalProcess;
  /** What the portal asks of its API. */
  readonly api: ApiTap;
  readonly environment: Readonly<Record<string, string>>;
  /** A new browser without cookies. */
  visitor(): Visitor;
  close(): Promise<void>;
}

const testSecret = "a-secret-for-tests-only-0123456789abcdef";

export interface WorldOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** An origin of card pages beside the embedded one. */
  readonly cardPaymentOrigin?: string;
  readonly provider?: StartOptions;
}

/** The built portal in front of an embedded provider in this process, whose faults and data a test can reach. */
export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const url = `http://localhost:${await freePort()}`;
  const provider = await startProvider({ portalUrl: url, ...options.provider });
  const settings = portalSettings(provider.url);
  const api = await ApiTap.start(settings["PORTAL_API_URL"] ?? "");
  const environment = {
    SESSION_SECRET: testSecret,
    SESSION_STORE: "sqlite::memory:",
    ENVIRONMENT: "test",
    ...settings,
    PORTAL_HUB_URL: `${settings["PORTAL_API_URL"]}/Hub/myportalalerts`,
    PORTAL_API_URL: api.url,
    CARD_PAYMENT_ORIGINS: [settings["CARD_PAYMENT_ORIGINS"], options.cardPaymentOrigin]
      .filter(Boolean)
      .join(","),
    ...options.environment,
  };
  const portal = await PortalProcess.start(url, environment);
  return {
    provider,
    portal,
    api,
    environment,
    visitor: () => new Visitor(url),
    async close() {
      await portal.stop();
      await api.close();
      await provider.close();
    },
  };
}
