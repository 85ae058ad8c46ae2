import { clearProgress } from "#app/areas/line-faults/check.server.ts";
import { begunTest, UNKNOWN_ID } from "#app/areas/line-faults/flow.server.ts";
import { statusNote } from "#app/areas/status/status-view.server.ts";
import { optionalCallOptions, tolerate } from "#app/errors/tolerate.ts";
import { judgeForm } from "#app/forms/define-form.ts";
import { FORM_INSTANCE_FIELD } from "#app/forms/once-per-form.server.ts";
import { definePost } from "#app/forms/post.server.ts";
import { paths } from "#app/paths.ts";
import { listFaultCodes } from "#app/portal-api/line-faults.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { beginTest, isUnderWay } from "./begin-test.server.ts";
import { lineTestForm, ODD_POSTCODE, tidyLine } from "./line-test-form.ts";
import { testedLineLinks } from "./tested-lines.server.ts";

export const lineTest = definePost({
  form: lineTestForm,
  once: true,
  about: ({ args, portal }) => tolerate(portal.api.call(listFaultCodes, {}, optionalCallOptions), args),
  openOptions(_codes, { args }) {
    const { searchParams } = new URL(args.request.url);
    const prefill = (name: keyof typeof tidyLine) =>
      tidyLine[name](searchParams.get(name)?.slice(0, 30) ?? "");
    return { values: { cli: prefill("cli"), postcode: prefill("postcode") }, isNew: true };
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
  async save({ values, hiddenValue }, { about: codes, args, portal }) {
    const faultCodeEntry = codes.ok ? codes.value.find(({ code }) => code === values.faultCode) : undefined;
    const faultCode = faultCodeEntry?.apiId ?? values.faultCode;
    const saved = await beginTest(args, portal, {
      ...values,
      faultCode,
      formInstance: hiddenValue(FORM_INSTANCE_FIELD),
    });
    const isOddPostcode = "postcode" in judgeForm(lineTestForm, {}, values, true);
    const flash = isOddPostcode ? { tone: "warning" as const, text: ODD_POSTCODE } : undefined;
    return { ...saved, ...(flash && !saved.flash && { flash }) };
  },
});

/** The session's running test. Clears one that has ended. */
async function runningTest({ context, request }: RouteArgs, portal: Portal) {
  const ownTest = begunTest.of(portal);
  if (!ownTest) return undefined;
  if (await isUnderWay(portal, ownTest, context.services.now().getTime()))
    return { cli: ownTest.cli, to: paths.lineFault(ownTest.id || UNKNOWN_ID) };
  if (context.navigation && request.method === "GET") {
    clearProgress(portal, ownTest.id);
    begunTest.keep(portal, undefined);
  }
  return undefined;
}
