import { z } from "zod";
import { createBoundedFetch } from "#server/bounded-fetch.ts";
import { identityAnswer } from "#shared/limits.ts";
import { IdentityProviderUnreachable } from "./failures.ts";

const metadataDocument = z.object({
  issuer: z.string().min(1),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  end_session_endpoint: z.url().optional(),
  /** Whether callbacks have the `iss` parameter (RFC 9207). */
  authorization_response_iss_parameter_supported: z.boolean().catch(false),
});
export type Metadata = z.output<typeof metadataDocument>;

export type Discovery = ReturnType<typeof createDiscovery>;

const boundedFetch = createBoundedFetch(identityAnswer);
const FRESH_MS = 60 * 60_000;

/** Loads `issuer`'s metadata, cached for an hour, or longer while the provider is unreachable. */
export function createDiscovery(issuer: string, metadataUrl: string) {
  let cached: Metadata | undefined;
  let cachedAt = 0;
  let pending: Promise<Metadata> | undefined;

  async function refetch(): Promise<Metadata> {
    try {
      const loaded = await fetchMetadata(metadataUrl);
      if (withoutSlash(loaded.issuer) !== withoutSlash(issuer)) throw new WrongIssuer();
      cached = loaded;
      cachedAt = performance.now();
      return cached;
    } catch (error) {
      if (cached) return cached;
      throw new IdentityProviderUnreachable("metadata", error);
    } finally {
      pending = undefined;
    }
  }

  return {
    get cached() {
      return cached;
    },
    /** The metadata, fetched on first use. Throws {@link IdentityProviderUnreachable}. */
    async metadata() {
      if (cached && performance.now() - cachedAt < FRESH_MS) return cached;
      // The old metadata stay in use until then, so that a slow provider doesn't delay anyone.
      pending ??= refetch();
      return cached ?? pending;
    },
  };
}

/** The document is for a different issuer. If we accepted it, anyone who can change it could sign in as anyone. */
class WrongIssuer extends Error {
  override readonly name = "WrongIssuer";
}

function withoutSlash(url: string): string {
  return url.replace(/\/{1,3}$/, "");
}

async function fetchMetadata(url: string): Promise<Metadata> {
  const reply = await boundedFetch(url, { headers: { accept: "application/json" } });
  if (!reply.ok) throw new Error(`metadata request returned ${reply.status}`);
  return metadataDocument.parse(await reply.json());
}
