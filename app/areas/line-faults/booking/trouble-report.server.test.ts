import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { reportKey } from "#app/areas/line-faults/check.server.ts";
import { requireAccount } from "#app/request/require.ts";
import { openPortal } from "#server/testing/route-args.ts";
import type { BookableCase } from "./bookable.server.ts";
import { awaitReportOutcome, beginReport, findAttempt } from "./trouble-report.server.ts";
import { listVisits } from "./visits.server.ts";

/** Calls `run` with the address of an API that answers each GET with the line check. */
async function withCheck(check: object, onCheck: () => void, run: (apiUrl: string) => Promise<void>) {
  const api = createServer((req, res) => {
    req.resume();
    if (req.method === "POST") return void res.destroy();
    onCheck();
    res.setHeader("content-type", "application/json");
    res.end(JSON.stringify(check));
  });
  await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
  try {
    await run(`http://127.0.0.1:${(api.address() as AddressInfo).port}`);
  } finally {
    api.closeAllConnections();
    api.close();
  }
}

it("sentAt of a report whose answer is lost is when it was sent, not when the checks before it began", async () => {
  let now = new Date("2026-11-20T08:00:00Z");
  const pass = () => (now = new Date(now.getTime() + 100_000));
  await withCheck({ faultCheckId: "7", status: "FaultFound" }, pass, async (apiUrl) => {
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
  });
});

it("the visit of a report whose answer was lost is kept when the check names the report", async () => {
  const check = {
    faultCheckId: "7",
    cli: "01273000000",
    troubleReportReference: "TR1",
    supportTicketId: "9",
    status: "FaultFound",
  };
  await withCheck(
    check,
    () => undefined,
    async (apiUrl) => {
      const account = { clientId: "1001", name: "Marsh" };
      const opened = await openPortal({ apiUrl, roles: ["1001-Support"], account });
      const args = await opened.args("/services/line-faults/7/booking");
      const { services } = args.context;
      const portal = await requireAccount(args);
      const appointment = { appointmentDate: "2026-11-30", appointmentTimeslot: "AM" };
      const ref = { portal, id: "7" };
      await services.records.change(reportKey(ref), () => ({
        sentAt: services.now().getTime(),
        sent: { appointment, consents: [] },
      }));
      await awaitReportOutcome(args, ref, new AbortController().signal);
      await opened.answered();
      expect(await listVisits(args, portal)).toMatchObject([{ ticketId: "9", cli: "01273000000" }]);
    },
  );
});
