import type { ApiCall, Script } from "./api-tap.ts";
import { world } from "./world.ts";

type Change = (body: unknown, call: ApiCall) => unknown;

/** Answers each read as the API does, but with a changed body. */
export const changing =
  (change: Change): Script =>
  async (call) => {
    if (call.method !== "GET") return undefined;
    const { host: _, connection: __, ...headers } = call.headers as Record<string, string>;
    const reply = await fetch(`${world.provider.url}/api${call.path}?${call.query}`, { headers });
    const body = change(await reply.json(), call);
    const names = ["x-unread-count", "content-type"];
    const kept = names.map((name) => [name, reply.headers.get(name)]).filter(([, value]) => value !== null);
    return { status: reply.status, headers: Object.fromEntries(kept), body: JSON.stringify(body) };
  };
