import { createPortalApi, type PortalApi } from "#app/portal-api/client.ts";
import { demoSecrets } from "#provider/demo-secrets.ts";
import { tokenOf, type TestProvider } from "#provider/test-provider.ts";

/** The portal's API client for a person and an account. Each client has a new cache of reads. */
export function apiFor(
  provider: Pick<TestProvider, "url">,
  person: Parameters<typeof tokenOf>[0],
  clientId: string,
): PortalApi {
  return createPortalApi(
    { baseUrl: `${provider.url}/api`, subscriptionKey: demoSecrets.portalApiKey, timeoutMs: 30_000 },
    { identityToken: () => tokenOf(person), clientId, requestId: "provider-test" },
  );
}
