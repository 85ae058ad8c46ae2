import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { exitCodeOf, tableOf } from "./report.ts";
import { checkConformance } from "./run.ts";

const broken = "/EventLog/LogDownloadClicked";
const server: Server = createServer((req, res) => res.writeHead(req.url === broken ? 500 : 501).end());
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => server.close());

it("reports calls that aren't served yet as not tried, and others that fail as failed", async () => {
  const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const access = { api, key: "k", token: "t", clientId: "1001", otherToken: undefined, write: true };
  const results = await checkConformance(access);
  const noteOf = (call: string) => results.find((result) => result.call === call)?.note;
  expect(noteOf("GET Returns")).toBe("not served yet");
  expect(noteOf("POST EventLog/LogPageView")).toBe("not served yet");
  expect(noteOf("GET Address/Edit/{id}")).toBe("no addressId is known: GET Address/Index is not served yet");
  expect(noteOf("PUT SupportTicket/Edit")).toBe("GET SupportTicket/Create is not served yet");
  const tried = results.filter(({ verdict }) => verdict !== "not tried");
  expect(tried.map(({ call, verdict }) => [call, verdict])).toEqual([
    ["POST EventLog/LogDownloadClicked", "fails"],
  ]);
  expect(exitCodeOf(results)).toBe(1);
  expect(exitCodeOf(results.filter((result) => !tried.includes(result)))).toBe(0);
  expect(tableOf(results)).toMatch(/1 fails, \d+ not tried, [1-9]\d of them not served yet\.\n$/);
});
