import { listMyAccounts } from "#shared/portal-api/clients.ts";
import { fillPath, queryString } from "#shared/portal-api/operation.ts";
import { bareValue, mayBePlainText } from "#shared/portal-api/reply.ts";
import type { ContractCall } from "../contract/operations.ts";

/** The provider and the credentials, which are never printed. */
export interface Access {
  readonly api: string;
  readonly key: string;
  readonly token: string;
  readonly clientId: string;
  /** The token of someone in the account who doesn't have any roles. */
  readonly otherToken: string | undefined;
}

/** A call's input. */
export interface Input {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  /** As the portal sends it; undefined for no body. */
  readonly body?: unknown;
}

/** The answer to a call. */
export interface Reply {
  /** 0 if there was no answer. */
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Undefined if it isn't JSON. */
  readonly body: unknown;
}

/** Whether a call was answered with a status of 2xx. */
export const isAnswered = ({ status }: Reply) => status >= 200 && status < 300;

export type Send = (
  call: Pick<ContractCall, "operation" | "needsAccount">,
  input: Input,
  changes?: Partial<Access>,
) => Promise<Reply>;

const TIMEOUT_MS = 30_000;

/** Creates a function that makes calls as the portal does. It doesn't follow redirects, which could leak the token. */
export function createSend(access: Access): Send {
  return async ({ operation, needsAccount }, { params, query, body }, changes = {}) => {
    const { api, key, token, clientId } = { ...access, ...changes };
    const path = fillPath(operation.path, params) + queryString(query);
    const sendsAccount = needsAccount || changes.clientId !== undefined;
    try {
      const reply = await fetch(`${api.replace(/\/$/, "")}/${path}`, {
        method: operation.method,
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          accept: "application/json",
          "x-request-id": `conformance-${operation.method}`,
          "ocp-apim-subscription-key": key,
          ...(token && { authorization: `Bearer ${token}` }),
          ...(sendsAccount && { "x-client-id": clientId }),
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await reply.text();
      const { status, headers } = reply;
      const textReply = { text, headers: { "content-type": headers.get("content-type") ?? "" } };
      return {
        status,
        headers,
        text,
        body: mayBePlainText(operation) ? bareValue(textReply) : json(text),
      };
    } catch {
      return { status: 0, headers: new Headers(), text: "", body: undefined };
    }
  };
}

/** Why the provider can't be checked at all; undefined if it can. */
export async function findAccessProblem(access: Access): Promise<string | undefined> {
  const { status } = await createSend(access)({ operation: listMyAccounts, needsAccount: false }, {});
  const { origin } = new URL(access.api);
  if (status === 0) return `${origin} doesn't respond.`;
  return status === 401 ? `${origin} refuses the token or the subscription key (401).` : undefined;
}

function json(text: string): unknown {
  try {
    return text.trim() === "" ? null : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

/** Finds a call's input, or the reason why there isn't any. Ids come from the same resource's lists. */
export type Samples = (call: ContractCall) => Promise<Input | string>;

/** What the checks of calls that change data use. */
export interface CheckContext {
  readonly send: Send;
  readonly samples: Samples;
  /** Finds a call by its name. Throws if it isn't in the contract. */
  readonly call: (name: string) => ContractCall;
}
