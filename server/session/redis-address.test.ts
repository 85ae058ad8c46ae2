import { expect, it } from "vitest";
import { parseRedisAddress } from "./redis-address.ts";

it.each([
  ["redis://cache", { kind: undefined, isTls: false, nodes: [{ host: "cache", port: 6379 }], path: "" }],
  [
    "rediss://:p%40ss@cache:6380/2",
    { isTls: true, nodes: [{ host: "cache", port: 6380 }], path: "2", password: "p@ss" },
  ],
  [
    "redis://portal:a:b@[::1]:7000",
    { nodes: [{ host: "::1", port: 7000 }], username: "portal", password: "a:b" },
  ],
  [
    "redis+sentinel://portal:secret@one,two:26380/sessions",
    {
      kind: "sentinel",
      path: "sessions",
      username: "portal",
      nodes: [
        { host: "one", port: 26_379 },
        { host: "two", port: 26_380 },
      ],
    },
  ],
  ["rediss+cluster://one:7001,two:7002", { kind: "cluster", isTls: true, path: "" }],
])("parses %s", (address, parsed) => {
  expect(parseRedisAddress(address)).toMatchObject(parsed);
});

it.each([
  "redis://",
  "redis://a,b",
  "redis://host:0",
  "redis://host:99999",
  "redis://host/sessions",
  "redis://host?tls=1",
  "redis://%zz@host",
  "redis+sentinel://one,two",
  "redis+cluster://one,two/3",
  "redis+cluster://one,,two",
  "http://host",
])("refuses %s", (address) => {
  expect(parseRedisAddress(address)).toBeUndefined();
});
