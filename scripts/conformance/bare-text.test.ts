import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { answerFindings } from "./read-checks.ts";
import { createSend } from "./wire.ts";
import { contractCalls } from "../contract/operations.ts";

let body = "";
const server: Server = createServer((_req, res) =>
  res.writeHead(200, { "content-type": "text/plain; charset=utf-8" }).end(body),
);
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => server.close());

async function findings(call: string, answer: string) {
  body = answer;
  const contractCall = (await contractCalls()).find((candidate) => candidate.call === call)!;
  const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const send = createSend({ api, key: "k", token: "t", clientId: "1001", otherToken: undefined });
  return answerFindings(
    contractCall,
    await send(contractCall, contractCall.operation.body ? { body: {} } : {}),
  );
}

it.each([
  ["GET Order/GetMercatoRedirectUrl", "https://shop.example/in"],
  ["GET Order/GetMercatoRedirectUrl", '"https://shop.example/in"'],
  ["POST LineFault/LineFaultCheck", "0b3f9c52-6a1d-4e57-9c7e-000000000001"],
  ["POST EventLog/LogPageView", "Logged."],
  ["POST EventLog/LogPageView", ""],
])("%s may answer %j", async (call, answer) => {
  const method = call.split(" ")[0];
  expect([method, await findings(call, answer)]).toEqual([method, []]);
});

it("an HTML page, or bare text in place of an object, is a finding", async () => {
  expect(await findings("GET Order/GetMercatoRedirectUrl", "<html></html>")).toHaveLength(1);
  expect(await findings("GET Invoice/Details", "hello")).toHaveLength(1);
});
