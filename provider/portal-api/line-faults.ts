import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { NOT_LINKED, outcomeOf } from "#provider/line-faults/line-outcomes.ts";
import { getLineCheck, type LineTests } from "#provider/line-faults/line-tests.ts";
import { findFreeSlots, logTroubleReport, troubleReport } from "#provider/line-faults/trouble-reports.ts";
import { brokenRule } from "#provider/rules/rule.ts";
import {
  causeFaultNamedIn,
  causeLateFault,
  delayAnswer,
  saveWithFaultNamedIn,
} from "#provider/scenarios/named-faults.ts";
import { badRequest, parseOrRefuse, Refusal } from "./refusal.ts";
import { route, type Route, type RouteOptions } from "./route.ts";

/** The reasons for a test, by code. */
const faultCodes = [
  ["NDT", "No dial tone"],
  ["NOI", "Noise on the line"],
  ["CUT", "Calls are cut off"],
  ["NIN", "Cannot receive calls"],
  ["NOU", "Cannot make calls"],
  ["DSL", "Broadband is slow or drops out"],
] as const;

const request = z.object({ cli: z.string(), postcode: z.string(), faultCode: z.string() });
const flag = z.boolean().default(false);
const acceptance = z.object({
  faultCheckId: z.coerce.string(),
  timeRelatedChargesAccepted: flag,
  chargeableAppointmentAccepted: flag,
  noFaultCheckListConfirmed: flag,
});

interface LineFaultOptions extends RouteOptions {
  readonly lineTests: Pick<LineTests, "begin">;
}

/** `LineFault/*`. A test's outcome depends on its number. */
export function lineFaultRoutes({ db, now, pause, lineTests }: LineFaultOptions): Route[] {
  return [
    route("GET /LineFault/FaultCodes", "account", () => ({
      body: faultCodes.map(([code, description]) => ({ code, description })),
    })),
    route("POST /LineFault/LineFaultCheck", "account", async ({ clientId, body }) => {
      const sent = parseOrRefuse(request, body);
      requireValid(sent);
      const outcome = outcomeOf(sent.cli);
      if (outcome === "refused") throw badRequest(NOT_LINKED);
      if (outcome === "error-500") await causeFaultNamedIn(["error500"], pause);
      const id = String(lineTests.begin(clientId, sent));
      if (outcome === "too-slow") await delayAnswer("tooslow", pause);
      causeLateFault({ lost: "lost", "late-500": "late500" }[outcome as string]);
      return { body: getLineCheck(db, clientId, id) };
    }),
    route("GET /LineFault/LineFaultCheckStatus/:id", "account", ({ clientId, params }) => ({
      body: getLineCheck(db, clientId, params.id ?? ""),
    })),
    route("PUT /LineFault/AcknowledgeAcceptance", "account", ({ clientId, body }) => {
      const { faultCheckId, ...flags } = parseOrRefuse(acceptance, body);
      const { cli } = getLineCheck(db, clientId, faultCheckId);
      const isStored = !/^(not-|un)confirmed/.test(outcomeOf(cli));
      if (isStored) storeAcceptance(db, faultCheckId, flags, now());
      return { body: isStored ? flags : acceptance.parse({ faultCheckId }) };
    }),
    route("GET /LineFault/AvailableAppointments/:id", "account", ({ clientId, params }) => ({
      body: findFreeSlots(db, getLineCheck(db, clientId, params.id ?? ""), now()),
    })),
    route("POST /LineFault/TroubleReport/:id", "account", async (call) => {
      const report = parseOrRefuse(troubleReport, call.body);
      const checkId = call.params.id ?? "";
      const supportTicketId = await saveWithFaultNamedIn(report.problemDescription, pause, () =>
        logTroubleReport({ db, now: now(), call, checkId }, report),
      );
      return { body: { supportTicketId: Number(supportTicketId) } };
    }),
  ];
}

function storeAcceptance(
  db: DatabaseSync,
  id: string,
  flags: Omit<z.output<typeof acceptance>, "faultCheckId">,
  now: Date,
): void {
  db.prepare("INSERT OR REPLACE INTO line_acceptances VALUES (?, ?, ?, ?, ?)").run(
    id,
    Number(flags.timeRelatedChargesAccepted),
    Number(flags.chargeableAppointmentAccepted),
    Number(flags.noFaultCheckListConfirmed),
    now.getTime(),
  );
}

function requireValid({ cli, postcode, faultCode }: z.output<typeof request>): void {
  const checks = [
    ["Cli", /^0\d{9,10}$/.test(cli), "The number must have 10 or 11 digits and begin with 0."],
    [
      "Postcode",
      /^[A-Z0-9]{5,8}$/.test(postcode.replaceAll(" ", "")),
      "The postcode must have 5 to 8 letters and digits.",
    ],
    ["FaultCode", faultCodes.some(([code]) => code === faultCode), "Please choose one of our test reasons."],
  ] as const;
  const brokenRules = checks
    .filter(([, isValid]) => !isValid)
    .map(([property, , text]) => brokenRule(property, "LineTest", text));
  if (brokenRules.length > 0) throw new Refusal(400, { brokenRulesCollection: brokenRules });
}
