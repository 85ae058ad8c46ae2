import { readAnswer } from "#shared/portal-api/shapes.ts";
import type { ContractCall, Examples } from "./operations.ts";
import { fieldsOf, mutate, mutations } from "../../tests/support/mutations.ts";

const head = `## Essential fields

A page can't be correct or safe without these fields: ids, row versions, payments, totals used for paging, roles and consent.
If one of them is missing, null, empty, nested or has a type the portal can't read, the page (or the panel) says it couldn't be
loaded. Every other field is only shown. A call with no fields listed only needs to return an object or a
list.

| call | fields |
|---|---|
`;

/** The section of docs/portal-api.md that says which fields the pages can't do without: those that make an example unreadable if they're missing. */
export function essentialsSection(calls: readonly ContractCall[], examples: Examples): string {
  const rows = calls.map(({ call, operation }) => {
    const example = examples.get(call);
    const headers = Object.entries(operation.answerHeaders ?? {});
    const fromHeaders = headers.map(([field, name]) => [field, example?.headers[name]]);
    const answer =
      headers.length > 0
        ? { ...(example?.answer as object), ...Object.fromEntries(fromHeaders) }
        : example?.answer;
    const isReadable = (changed: unknown) => readAnswer(operation.answer, changed).result.success;
    if (!isReadable(answer)) throw new Error(`${call}: its example can't be read`);
    const fields = fieldsOf(answer).filter(
      (field) => !mutations.every((mutation) => isReadable(mutate(answer, field, mutation))),
    );
    return `| ${call} | ${fields.map((field) => `\`${field}\``).join(", ")} |\n`;
  });
  return head + rows.sort().join("");
}
