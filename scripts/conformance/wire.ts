import { listMyAccounts } from "#shared/portal-api/clients.ts";
import { fillPath, queryString } from "#shared/portal-api/operation.ts";
import { bareValue, mayBePlainText } from "#shared/portal-api/reply.ts";
import type { ContractCall } from "../contract/operations.ts";

/** The provider and the credentials. These are never printed. */
export interface Access {
  readonly api: string;
  readonly key: string;
  readonly token: string;
  readonly clientId: string;
  /** The token of a person of the account without roles. */
  readonly otherToken: string | undefined;
}

/** The input of a call. */
export interface Input {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  /** As the portal sends it; undefined for no body. */
  readonly body?: unknown;
}

/** The answer to a call. */
export interface Reply {
  /** 0 without an answer. */
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

/** Creates a function that makes calls as the portal does. It follows no redirect, which could leak the token. */
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

/** The reason why the provider can't be checked at all; undefined when it can. */
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

/** Finds the input of a call, or the reason why there's none. Ids come from the lists of the same resource. */
export type Samples = (call: ContractCall) => Promise<Input | string>;

/** What checks of calls that change data work with. */
export interface CheckContext {
  readonly send: Send;
  readonly samples: Samples;
  /** Finds a call by its name. Throws if the contract has none. */
  readonly call: (name: string) => ContractCall;
}
