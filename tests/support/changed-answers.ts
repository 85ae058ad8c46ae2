import { readFileSync } from "node:fs";
import { forward, type ApiCall, type ScriptedAnswer } from "./api-tap.ts";
import { world } from "./world.ts";

type Change = (body: unknown, call: ApiCall) => unknown;

/** Answers each read as the API does, but with a changed body. */
export const changing =
  (change: Change) =>
  async (call: ApiCall): Promise<ScriptedAnswer | undefined> => {
    if (call.method !== "GET") return undefined;
    const reply = await forward(call, `${world.provider.url}/api`);
    const text = await reply.text();
    const isJson = reply.headers.get("content-type")?.includes("json");
    const names = ["x-unread-count", "content-type"];
    const kept = names.map((name) => [name, reply.headers.get(name)]).filter(([, value]) => value !== null);
    return {
      status: reply.status,
      headers: Object.fromEntries(kept),
      body: isJson && reply.ok ? JSON.stringify(change(JSON.parse(text), call)) : text,
    };
  };

/** The essential fields of each call that reads, as docs/portal-api.md lists them; an id in its path is `{id}`. */
const essentials = new Map<string, readonly string[]>(
  readFileSync("docs/portal-api.md", "utf8")
    .split("\n")
    .flatMap((line) => {
      const [, path, fields = ""] = /^\| GET (\S+) \| (.*) \|$/.exec(line) ?? [];
      const names = [...fields.matchAll(/`([^`]+)`/g)].map(([, field = ""]) => field);
      return path ? [[`/${path.replace(/\{\w+\}/, "{id}")}`, names] as const] : [];
    }),
);

/** The essential fields of a call; undefined if docs/portal-api.md doesn't list it. */
export const essentialsOf = (path: string): readonly string[] | undefined =>
  essentials.get(path) ?? essentials.get(path.replace(/\/[^/]+$/, "/{id}"));
