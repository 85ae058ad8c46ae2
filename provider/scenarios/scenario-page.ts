import { accounts } from "#provider/data/accounts.ts";
import { demoPassword, people } from "#provider/data/people.ts";
import { html, type Html } from "#provider/identity/html.ts";
import type { Row } from "#provider/store/store.ts";
import { events } from "./events.ts";
import { faultKinds, type Fault } from "./faults.ts";
import rareCases from "./rare-cases.json" with { type: "json" };

interface ScenarioView {
  readonly faults: readonly Fault[];
  readonly message: string | undefined;
  readonly letterEvents: readonly Row[];
  /** What was typed into the faults form, if it was refused. */
  readonly typed: Readonly<Record<string, unknown>> | undefined;
}

/** The page for raising events and switching on faults, without scripts. */
export function scenarioPage({ faults, message, letterEvents, typed }: ScenarioView): Html {
  return html`
    ${message !== undefined && html`<p class="done" role="status">${message}</p>`}
    <p>This is the embedded provider's control room. It can do whatever a real provider might do.</p>
    ${eventForm} ${faultForm(typed ?? { path: "/api", minutes: "5" })} ${faultList(faults)}
    ${letterTable(letterEvents)} ${peopleTable} ${caseTable}
  `;
}

const options = (entries: readonly (readonly [string, string])[], chosen?: unknown) =>
  entries.map(
    ([value, label]) =>
      html`<option value="${value}" ${value === chosen && html`selected`}>${label}</option>`,
  );

const eventForm = html`<h2>Make something happen</h2>
  <form method="post" action="/scenarios/events">
    <label
      >What
      <select name="kind">
        ${options(Object.entries(events).map(([kind, { label }]) => [kind, label]))}
      </select></label
    >
    <label
      >For
      <select name="clientId">
        ${options(accounts.map(({ clientId, name }) => [clientId, name]))}
      </select></label
    >
    <button>Make it happen</button>
  </form>`;

const faultForm = ({ kind, path, minutes, calls }: Readonly<Record<string, unknown>>) =>
  html`<h2>Break something</h2>
    <form method="post" action="/scenarios/faults">
      <label
        >Fault
        <select name="kind">
          ${options(
            Object.entries(faultKinds).map(([name, text]) => [name, `${name}: ${text}`]),
            kind,
          )}
        </select></label
      >
      <label
        >Paths that begin with
        <input name="path" value="${String(path ?? "")}" list="paths" />
      </label>
      <label>Minutes <input name="minutes" inputmode="decimal" value="${String(minutes ?? "")}" /></label>
      <label
        >Calls (empty: all) <input name="calls" inputmode="numeric" value="${String(calls ?? "")}"
      /></label>
      <button>Switch it on</button>
      <datalist id="paths">
        ${options(
          [
            "/api",
            "/api/Notification",
            "/api/Client",
            "/api/SupportTicket",
            "/api/Hub",
            "/api/Invoice",
            "/api/Payment/Begin",
            "/api/Payment/Complete",
            "/api/DirectDebit",
            "/bank-check",
            "/fibre/addresses",
            "/fibre/products",
            "/api/License",
            "/api/Quote",
            "/api/Returns",
            "/files",
            "/gateway",
            "/feeds",
            "/customer",
          ].map((path) => [path, path]),
        )}
      </datalist>
    </form>`;

function faultList(faults: readonly Fault[]): Html {
  if (faults.length === 0) return html`<p>Nothing is broken at the moment.</p>`;
  return html`<ul>
      ${faults.map(
        ({ kind, path, endsAt, callsLeft }) =>
          html`<li>
            <strong>${kind}</strong> on <code>${path}</code>${
              endsAt !== undefined && `, until ${new Date(endsAt).toISOString().slice(11, 19)} UTC`
            }${callsLeft !== undefined && `, ${callsLeft} calls left`}
          </li>`,
      )}
    </ul>
    <form method="post" action="/scenarios/faults/clear"><button>Fix everything</button></form>`;
}

function letterTable(letterEvents: readonly Row[]): Html {
  const rows = letterEvents.map(({ logged_at, number, subject, name, status }) => [
    new Date(Number(logged_at)).toISOString().slice(0, 19).replace("T", " "),
    String(number),
    people.find(({ id }) => id === subject)?.firstName,
    `${String(name)}: ${String(status)}`,
  ]);
  return html`<h2>Direct debit letters</h2>
    ${
      rows.length === 0
        ? html`<p>No letters have been downloaded yet.</p>`
        : table(["When (UTC)", "Account", "Who", "What"], rows)
    }`;
}

const peopleTable = html`<h2>People</h2>
  <p>Everyone signs in with the password <code>${demoPassword}</code>.</p>
  ${table(
    ["Name", "Email", "Shows"],
    people.map(({ firstName, lastName, email, shows }) => [`${firstName} ${lastName}`, email, shows]),
  )}`;

const caseTable = html`<h2>Rare cases</h2>
  ${table(
    ["Case", "How", "Shows"],
    rareCases.map(({ title, how, shows }) => [title, how, shows]),
  )}`;

function table(headings: readonly string[], rows: readonly (readonly (string | undefined)[])[]): Html {
  return html`<div class="scroll">
    <table>
      <tr>
        ${headings.map((heading) => html` <th scope="col">${heading}</th>`)}
      </tr>
      ${rows.map(
        (cells) =>
          html`<tr>
            ${cells.map((cell) => html` <td>${cell}</td>`)}
          </tr>`,
      )}
    </table>
  </div>`;
}
