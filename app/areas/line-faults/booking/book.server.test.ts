import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { openPortal } from "#server/testing/route-args.ts";
import { beginReport, findAttempt } from "./book.server.ts";
import type { BookableCase } from "./bookable.server.ts";

it("sentAt of a report whose answer is lost is when it was sent, not when the checks before it began", async () => {
  let now = new Date("2026-11-20T08:00:00Z");
  const api = createServer((req, res) => {
    req.resume();
    if (req.method === "POST") return void res.destroy();
    now = new Date(now.getTime() + 100_000);
    res.setHeader("content-type", "application/json");
    res.end(JSON.stringify({ faultCheckId: "7", status: "FaultFound" }));
  });
  await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
  try {
    const apiUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
    const portal = await openPortal({ apiUrl, roles: ["1001-Support"] });
    const args = await portal.args("/services/line-faults/7/collect-data");
    Object.assign(args.context.services, { now: () => now });
    const faultCase = {
      portal: { account: { clientId: "1001", name: "" } },
      id: "7",
      check: { apiIds: [] },
      progress: {},
    } as unknown as BookableCase;
    await beginReport(args, faultCase, {
      firstName: "Siân",
      lastName: "O'Connor",
      contactTelephone: "07700900123",
      problemDescription: "No line",
    });
    await portal.answered();
    expect(await findAttempt(args, faultCase)).toMatchObject({ sentAt: now.getTime() });
    expect(now).toEqual(new Date("2026-11-20T08:03:20Z"));
  } finally {
    api.closeAllConnections();
    api.close();
  }
});
