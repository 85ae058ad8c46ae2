import { randomUUID } from "node:crypto";
import { panel, partOptions } from "#app/errors/panel.ts";
import { judgeForm } from "#app/forms/define-form.ts";
import { FILLING_FIELD } from "#app/forms/once-per-form.server.ts";
import { openForm } from "#app/forms/open-form.server.ts";
import { submitForm } from "#app/forms/submit-form.server.ts";
import { paths } from "#app/paths.ts";
import { listFaultCodes } from "#app/portal-api/line-faults.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { beginTest, isUnderWay } from "./begin-test.server.ts";
import { forgetProgress } from "./check.server.ts";
import { keepRun, runOf, UNKNOWN_ID } from "./flow.server.ts";
import { lineTestForm, ODD_POSTCODE, tidyLine } from "./line-test-form.ts";

export async function lineTestView(args: RouteArgs, portal: Portal) {
  const { searchParams } = new URL(args.request.url);
  const [codes, running] = await Promise.all([
    panel(portal.api.call(listFaultCodes, {}, partOptions), args),
    runningTest(args, portal),
  ]);
  const from = (name: keyof typeof tidyLine) => tidyLine[name](searchParams.get(name)?.slice(0, 30) ?? "");
  return {
    form: openForm(args, portal, lineTestForm, {
      values: { cli: from("cli"), postcode: from("postcode") },
      hidden: { [FILLING_FIELD]: randomUUID() },
      isNew: true,
    }),
    codes: codes.ok
      ? {
          ...codes,
          value: codes.value.map(({ code, description }) => ({ value: code, label: description || code })),
        }
      : codes,
    running,
  };
}

/** The test that goes on; what was done about one that has ended is forgotten. */
async function runningTest({ context, request }: RouteArgs, portal: Portal) {
  const run = runOf(portal);
  if (!run) return undefined;
  if (await isUnderWay(portal, run, context.services.now().getTime()))
    return { cli: run.cli, to: paths.lineFault(run.id || UNKNOWN_ID) };
  if (context.navigation && request.method === "GET") {
    forgetProgress(portal, run.id);
    keepRun(portal, undefined);
  }
  return undefined;
}

export function runTest(args: RouteArgs, portal: Portal) {
  return submitForm(args, portal, lineTestForm, {
    async save({ values, hidden }) {
      const codes = await panel(portal.api.call(listFaultCodes, {}, partOptions));
      const known = codes.ok ? codes.value.find(({ code }) => code === values.faultCode) : undefined;
      const faultCode = known?.ownId ?? values.faultCode;
      const line = { ...values, faultCode, filling: hidden(FILLING_FIELD) };
      const saved = await beginTest(args, portal, line);
      const isOdd = "postcode" in judgeForm(lineTestForm, {}, values, true);
      const flash = isOdd ? { tone: "warning" as const, text: ODD_POSTCODE } : undefined;
      return { kind: "saved", ...saved, ...(flash && !saved.flash && { flash }) };
    },
  });
}
