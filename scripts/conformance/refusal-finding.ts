import { rejection } from "#app/portal-api/errors.ts";
import { failureOf } from "#app/portal-api/reply.ts";
import { statusText, wrong, type Finding } from "./finding.ts";
import type { Reply } from "./wire.ts";
import type { ContractCall } from "../contract/operations.ts";

/** The finding of what should have been refused with broken rules or a text; undefined where it was. */
export function refusalFinding({ operation }: ContractCall, reply: Reply): Finding | undefined {
  const failure = failureOf(operation, { ...reply, headers: {} });
  const isRefused = failure.kind === "rejected" && reply.status < 500;
  const isTold = rejection.safeParse(reply.body).success
    ? failure.brokenRules.length > 0
    : failure.serverText;
  if (reply.status >= 400 && isRefused && isTold) return undefined;
  const expected = "400 with broken rules or plain text for what may not be saved";
  const got = reply.status === 400 ? "400 without either" : statusText(reply.status);
  const shows = reply.status < 400 ? "wrong data is saved" : `'${operation.failure}' in place of the reason`;
  return wrong("refusal", expected, got, shows);
}
