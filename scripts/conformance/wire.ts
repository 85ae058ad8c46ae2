import { listMyAccounts } from "#app/portal-api/clients.ts";
import { fillPath, queryString } from "#app/portal-api/operation.ts";
import { bareValue, takesBareText } from "#app/portal-api/reply.ts";
import type { ContractCall } from "../contract/operations.ts";

/** Who asks what of which provider. Nothing of it is ever printed. */
export interface Access {
  readonly api: string;
  readonly key: string;
  readonly token: string;
  readonly clientId: string;
  /** Of somebody who works for the account without any of the roles. */
  readonly otherToken: string | undefined;
}

export interface Input {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  /** As the portal sends it; undefined is no body. */
  readonly body?: unknown;
}

export interface Reply {
  /** 0 where no answer came. */
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Undefined where it is no JSON. */
  readonly body: unknown;
}

export type Send = (
  call: Pick<ContractCall, "operation" | "needsAccount">,
  input: Input,
  as?: Partial<Access>,
) => Promise<Reply>;

const TIMEOUT_MS = 30_000;

/** Makes calls as the portal does, once each. Redirects are not followed, so that the token stays with the provider. */
export function sender(access: Access): Send {
  return async ({ operation, needsAccount }, { params, query, body }, as = {}) => {
    const { api, key, token, clientId } = { ...access, ...as };
    const path = fillPath(operation.path, params) + queryString(query);
    const isChosen = needsAccount || as.clientId !== undefined;
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
          ...(isChosen && { "x-client-id": clientId }),
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await reply.text();
      const { status, headers } = reply;
      const known = { text, headers: { "content-type": headers.get("content-type") ?? "" } };
      return {
        status,
        headers,
        text,
        body: takesBareText(operation) ? bareValue(known) : json(text),
      };
    } catch {
      return { status: 0, headers: new Headers(), text: "", body: undefined };
    }
  };
}

/** Why the provider cannot be checked at all, in words; undefined where it can. */
export async function whyNotAsked(access: Access): Promise<string | undefined> {
  const { status } = await sender(access)({ operation: listMyAccounts, needsAccount: false }, {});
  const { origin } = new URL(access.api);
  if (status === 0) return `${origin} does not answer.`;
  return status === 401 ? `${origin} refuses the token or the subscription key (401).` : undefined;
}

function json(text: string): unknown {
  try {
    return text.trim() === "" ? null : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

/** Finds what a call asks about: ids come from the lists of the same resource, those of line checks from notifications. */
export type Samples = (call: ContractCall) => Promise<Input | string>;

export interface Writing {
  readonly send: Send;
  readonly samples: Samples;
  /** The call by its name. Throws where the contract has none. */
  readonly call: (name: string) => ContractCall;
}
