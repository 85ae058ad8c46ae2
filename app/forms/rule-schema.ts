import { z } from "zod";
import type { Values } from "./checks.ts";
import { judgeForm, maySave, type Judging, type SomeForm } from "./define-form.ts";
import type { Finding } from "./judge.ts";

/**
 * The server's rules as a zod schema over what a form sends. It refuses what the second press has not confirmed
 * yet, too: each issue carries its severity (spec 1 §5). Same verdict as {@link judgeForm}, which it asks.
 */
export function ruleSchema(form: SomeForm, judging: Judging): z.ZodType<Values> {
  return z.record(z.string(), z.unknown()).superRefine((sent, context) => {
    const found = judgeForm(form, judging, sent, true);
    if (maySave(found, sent)) return;
    for (const [field, list] of Object.entries(found)) {
      for (const finding of list) {
        context.addIssue({
          code: "custom",
          path: field === "" ? [] : [field],
          message: finding.text,
          params: { severity: finding.severity, rule: finding.rule },
        });
      }
    }
  });
}

/** A rule's issue as what the form shows. */
export function findingOf(issue: z.core.$ZodIssue): Finding {
  const params = issue.code === "custom" ? issue.params : undefined;
  return {
    severity: (params?.severity as Finding["severity"] | undefined) ?? "error",
    text: issue.message,
    rule: String(params?.rule ?? issue.code),
  };
}
