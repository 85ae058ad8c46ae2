import { answerFindings, leftOutNote } from "./answer-checks.ts";
import { NOT_SERVED, NOT_SERVED_STATUS, notTried, resultOf, type Result } from "./finding.ts";
import { hubResult } from "./hub-check.ts";
import { listFindings } from "./list-checks.ts";
import { accessFindings } from "./read-checks.ts";
import { createSamples } from "./samples.ts";
import { createSend, type Access, type Samples, type Send } from "./wire.ts";
import { writeResults } from "./write-checks.ts";
import { callIn, portalApiCalls, type ContractCall } from "../contract/operations.ts";

/** The options for {@link checkConformance}. */
export interface ConformanceOptions extends Access {
  /** Also makes calls that change data. Only for a test account. */
  readonly write?: boolean;
  /** Limits the run to calls such as `GET Invoice/Details`, or areas such as `Invoice`. */
  readonly only?: readonly string[];
  /** The SignalR hub. */
  readonly hub?: string | undefined;
}

/** A backend that forwards some of its calls adds this header to their responses. Its value doesn't matter. */
const FORWARDED_HEADER = "x-forwarded-response";
const FORWARDED = "forwarded: the backend itself didn't answer it";

/** Makes every call in the contract and checks the answers. Only makes calls that change data with `write`. */
export async function checkConformance(options: ConformanceOptions): Promise<readonly Result[]> {
  const calls = await portalApiCalls();
  const forwarded = new Set<ContractCall["operation"]>();
  const sendPlainly = createSend(options);
  const send: Send = async (called, ...rest) => {
    const reply = await sendPlainly(called, ...rest);
    if (reply.headers.has(FORWARDED_HEADER)) forwarded.add(called.operation);
    return reply;
  };
  const call = callIn(calls);
  const samples = createSamples(calls, send, call);
  const isSelected = (contractCall: ContractCall) =>
    !options.only?.length || options.only.some((name) => isNamed(contractCall, name));
  const results: Result[] = [];
  for (const contractCall of calls.filter(isSelected).filter(isRead))
    results.push(await readResult(contractCall, send, samples, options));
  if (!options.only?.length || options.only.includes("Hub"))
    results.push(await hubResult(options.hub, options));
  const writes = calls.filter(isSelected).filter((contractCall) => !isRead(contractCall));
  if (options.write) results.push(...(await writeResults(writes, { send, samples, call })));
  else results.push(...writes.map(({ call: name }) => notTried(name, "changes something: needs --write")));
  return results.map((result) => {
    const isForwarded = calls.some((one) => one.call === result.call && forwarded.has(one.operation));
    return isForwarded ? { ...result, note: [result.note, FORWARDED].filter(Boolean).join("; ") } : result;
  });
}

/** The first of these names that doesn't match any call to the portal API. */
export async function unknownCall(only: readonly string[]): Promise<string | undefined> {
  const calls = await portalApiCalls();
  return only.find((name) => name !== "Hub" && !calls.some((contractCall) => isNamed(contractCall, name)));
}

/** True for a call's own name, and for an area that its path begins with, in any case. */
const isNamed = ({ call, operation }: ContractCall, name: string) =>
  call === name || `${operation.path}/`.toLowerCase().startsWith(`${name}/`.toLowerCase());

const isRead = ({ operation }: ContractCall) => operation.method === "GET";

async function readResult(
  contractCall: ContractCall,
  send: Send,
  samples: Samples,
  { otherToken }: ConformanceOptions,
): Promise<Result> {
  const input = await samples(contractCall);
  if (typeof input === "string") return notTried(contractCall.call, input);
  const reply = await send(contractCall, input);
  if (reply.status === NOT_SERVED_STATUS) return notTried(contractCall.call, NOT_SERVED);
  const answer = answerFindings(contractCall, reply);
  const isAtFault = (...places: readonly string[]) => answer.some(({ at }) => places.includes(at));
  if (isAtFault("status", "body")) return resultOf(contractCall.call, answer);
  const isList =
    contractCall.list && contractCall.operation.query && !isAtFault("names", "items", "totalCount");
  const furtherFindings = await Promise.all([
    accessFindings(contractCall, input, { send, otherToken }),
    isList ? listFindings(contractCall, send) : [],
  ]);
  const notes = [
    contractCall.role && otherToken === undefined
      ? `not tried: whether someone without the role ${contractCall.role} is refused`
      : "",
    isAtFault("names") ? "" : leftOutNote(contractCall, reply),
  ];
  const findings = [...answer, ...furtherFindings.flat()];
  return resultOf(contractCall.call, findings, notes.filter(Boolean).join("; "));
}
