import { z } from "zod";
import { identityAnswer } from "#app/limits.ts";
import { boundedFetch } from "#server/bounded-fetch.ts";
import { IdentityProviderUnreachable } from "./failures.ts";

/** What the portal needs of an OpenID provider's metadata document. */
const metadataDocument = z.object({
  issuer: z.string().min(1),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  end_session_endpoint: z.url().optional(),
  /** Whether its answers name it (RFC 9207). */
  authorization_response_iss_parameter_supported: z.boolean().catch(false),
});
export type Metadata = z.output<typeof metadataDocument>;

export interface Discovery {
  /** The metadata, fetched when first needed. Throws {@link IdentityProviderUnreachable}. */
  metadata(): Promise<Metadata>;
  /** What was found last, without asking. */
  readonly known: Metadata | undefined;
}

const ask = boundedFetch(identityAnswer);
const FRESH_MS = 60 * 60_000;

/**
 * Finds the endpoints of `issuer` by its metadata document, which must name that very issuer. The answer is kept
 * for an hour, and longer while the provider can't be asked again; a failure is not.
 */
export function createDiscovery(issuer: string, metadataUrl: string, now: () => Date): Discovery {
  let known: Metadata | undefined;
  let knownAt = 0;
  let underway: Promise<Metadata> | undefined;

  async function refetch(): Promise<Metadata> {
    try {
      const found = await fetchMetadata(metadataUrl);
      if (withoutSlash(found.issuer) !== withoutSlash(issuer)) throw new IssuerIsAnother();
      known = found;
      knownAt = now().getTime();
      return known;
    } catch (error) {
      if (known) return known;
      throw new IdentityProviderUnreachable("metadata", error);
    } finally {
      underway = undefined;
    }
  }

  return {
    get known() {
      return known;
    },
    async metadata() {
      if (known && now().getTime() - knownAt < FRESH_MS) return known;
      underway ??= refetch();
      // Nobody waits for what is already known.
      return known ?? underway;
    },
  };
}

/** Who could change the document alone could otherwise sign anybody in. */
class IssuerIsAnother extends Error {
  override readonly name = "IssuerIsAnother";
}

function withoutSlash(url: string): string {
  return url.replace(/\/{1,3}$/, "");
}

async function fetchMetadata(url: string): Promise<Metadata> {
  const reply = await ask(url, { headers: { accept: "application/json" } });
  if (!reply.ok) throw new Error(`metadata answered ${reply.status}`);
  return metadataDocument.parse(await reply.json());
}
