import { failureFinding, notTried, resultOf, statusText, type Finding, type Result } from "./finding.ts";
import type { Access } from "./wire.ts";

const CALL = "POST negotiate (hub)";
const TIMEOUT_MS = 30_000;
const NO_SUCH_ACCOUNT = "999999999";
const UNHEARD = "no event reaches a page; it shows what's new when it's loaded again";

/** Asks the hub to negotiate as the portal does, without a token, and for an account that isn't in the token. */
export async function hubResult(hub: string | undefined, { token, clientId }: Access): Promise<Result> {
  if (hub === undefined) return notTried(CALL, "needs --hub");
  const [own, nobody, foreign] = await Promise.all([
    negotiate(hub, { authorization: `Bearer ${token}`, "x-client-id": clientId }),
    negotiate(hub, { "x-client-id": clientId }),
    negotiate(hub, { authorization: `Bearer ${token}`, "x-client-id": NO_SUCH_ACCOUNT }),
  ]);
  const leak = "anyone who finds the hub's address can hear what happens in the account";
  const findings: (Finding | false)[] = [
    own.status !== 200
      ? failureFinding("status", "200", statusText(own.status), UNHEARD)
      : !canConnect(own.answer) &&
        failureFinding("answer", "WebSockets with text, or a url to go on to", "neither", UNHEARD),
    nobody.status !== 401 && failureFinding("without a token", "401", statusText(nobody.status), leak),
    foreign.status !== 403 &&
      failureFinding("for an account that isn't in the token", "403", statusText(foreign.status), leak),
  ];
  return resultOf(
    CALL,
    findings.filter((finding) => finding !== false),
  );
}

async function negotiate(hub: string, headers: Readonly<Record<string, string>>) {
  const url = `${hub.replace(/\/$/, "")}/negotiate?negotiateVersion=1`;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    // A redirect could pass the token to someone else.
    const reply = await fetch(url, { method: "POST", redirect: "manual", headers, signal });
    const answer = (await reply.json().catch(() => undefined)) as Negotiated | undefined;
    return { status: reply.status, answer };
  } catch {
    return { status: 0, answer: undefined };
  }
}

interface Negotiated {
  /** Azure's service returns a different address. */
  readonly url?: string;
  readonly availableTransports?: readonly {
    readonly transport?: string;
    readonly transferFormats?: readonly string[];
  }[];
}

const canConnect = (answer: Negotiated | undefined) =>
  answer?.url !== undefined ||
  answer?.availableTransports?.some(
    ({ transport, transferFormats }) => transport === "WebSockets" && transferFormats?.includes("Text"),
  ) === true;
