import { randomUUID } from "node:crypto";
import { clearProgress } from "#app/areas/line-faults/check.server.ts";
import { begunTestState, UNKNOWN_ID } from "#app/areas/line-faults/line-test-state.server.ts";
import { statusNote } from "#app/areas/status/status-view.server.ts";
import { optionalCallOptions, tolerate } from "#app/errors/tolerate.ts";
import { clean } from "#app/forms/cleaning.ts";
import { judgeForm } from "#app/forms/define-form.ts";
import { definePost } from "#app/forms/post.server.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { paths } from "#shared/paths.ts";
import { listFaultCodes } from "#shared/portal-api/line-faults.ts";
import { beginTest, isTestRunning } from "./begin-test.server.ts";
import { DOUBTFUL_POSTCODE, lineTestForm } from "./line-test-form.ts";
import { testedLineLinks } from "./tested-lines.server.ts";

export const lineTest = definePost({
  form: lineTestForm,
  once: () => randomUUID(),
  async about({ args, portal }) {
    const codes = await tolerate(portal.api.call(listFaultCodes, {}, optionalCallOptions), args);
    const isEmpty = codes.ok && codes.value.length === 0;
    return isEmpty ? { ok: false as const, message: listFaultCodes.failure } : codes;
  },
  openOptions(_codes, { args }) {
    const { searchParams } = new URL(args.request.url);
    const cli = clean.phone(searchParams.get("cli") ?? "");
    return { values: { cli, postcode: clean.postcode(searchParams.get("postcode") ?? "") }, isNew: true };
  },
  view: async (codes, { args, portal }) => ({
    codes: codes.ok
      ? {
          ...codes,
          value: codes.value.map(({ code, description }) => ({ value: code, label: description || code })),
        }
      : codes,
    running: await runningTest(args, portal),
    tested: await testedLineLinks(args, portal),
    status: await statusNote(args.context, "lines"),
  }),
  async save({ values, formInstance, about: codes, args, portal }) {
    const chosenCode = codes.ok ? codes.value.find(({ code }) => code === values.faultCode) : undefined;
    const faultCode = chosenCode?.apiId ?? values.faultCode;
    const saved = await beginTest(args, portal, { ...values, faultCode, formInstance });
    const isPostcodeDoubtful = "postcode" in judgeForm(lineTestForm, {}, values, true);
    const flash = isPostcodeDoubtful ? { tone: "warning" as const, text: DOUBTFUL_POSTCODE } : undefined;
    return { ...saved, ...(flash && !saved.flash && { flash }) };
  },
});

/** The session's running test. Clears one that has ended. */
async function runningTest({ context, request }: RouteArgs, portal: Portal) {
  const sessionTest = begunTestState.read(portal);
  if (!sessionTest) return undefined;
  if (await isTestRunning(portal, sessionTest, context.services.now().getTime()))
    return { cli: sessionTest.cli, to: paths.lineFault(sessionTest.id || UNKNOWN_ID) };
  if (context.navigation && request.method === "GET") {
    clearProgress(portal, sessionTest.id);
    begunTestState.save(portal, undefined);
  }
  return undefined;
}
