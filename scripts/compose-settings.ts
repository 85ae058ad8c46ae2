import { portalSettings } from "../provider/portal-settings.ts";

/** An address for compose.yaml's provider that works in browsers and in containers. */
const PROVIDER = "http://provider.localhost:3001";

/** The content of deploy/portal.env: the settings of the portals in compose.yaml. */
export function composeSettings(): string {
  const settings = Object.entries(portalSettings(PROVIDER)).map(([name, value]) => `${name}=${value}`);
  return `# Settings of the portals in compose.yaml, made by \`npm run docs\`. The demo provider stands in for a real one, so every
# secret here is public. A real deployment sets its own (docs/configuration.md), secrets by files (SESSION_SECRET_FILE, …).
PUBLIC_URL=http://localhost:8080
TRUST_PROXY=1
ENVIRONMENT=demo
DEMO=1
SESSION_STORE=redis://redis:6379
SESSION_SECRET=demo-only-session-secret-0123456789abcdef
# Only the other containers can reach this, because compose.yaml doesn't publish the portals' ports.
METRICS_PORT=9090
METRICS_HOST=0.0.0.0

${settings.join("\n")}
`;
}
