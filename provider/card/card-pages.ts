import { html, type Html } from "#provider/identity/html.ts";
import { page } from "#provider/identity/page-layout.ts";
import { outcomes, type OutcomeName } from "./outcomes.ts";
import type { CardRequest } from "./transactions.ts";

const action = "card-payment";
const footer =
  "This is the embedded provider's card page. It's for demonstrations, and doesn't take cards or money.";

const rareOutcomes: readonly OutcomeName[] = [
  "declined",
  "rejected",
  "error",
  "no-return",
  "twice",
  "wrong-address",
  "garbled",
];
const pounds = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" });

/** The card form, with a button for each outcome. */
export function cardPage(request: CardRequest, crypt: string): string {
  const outcomeButton = (name: OutcomeName, className = "quiet wide") =>
    html`<button class="${className}" name="outcome" value="${name}">${outcomes[name].label}</button>`;
  return cardPageLayout(
    "Card payment",
    html`<h1>Pay ${formatAmount(request)}</h1>
      <p>${request.description}<br /><span class="soft">${request.customerName}</span></p>
      <form method="post" action="${action}">
        <input type="hidden" name="Crypt" value="${crypt}" />
        <div class="field">
          <label for="card">Card number</label>
          <span class="hint">A test card. No other card is accepted.</span>
          <input id="card" value="4929 0000 0000 6" readonly autocomplete="off" />
        </div>
        <div class="actions">${outcomeButton("paid", "")} ${outcomeButton("cancelled", "quiet")}</div>
        <div class="note">
          <h2>What else can happen</h2>
          <p>
            <button class="quiet wide" name="outcome" value="3ds">
              The bank asks for approval (3-D Secure)
            </button>
          </p>
          ${rareOutcomes.map((name) => html`<p>${outcomeButton(name)}</p>`)}
        </div>
      </form>`,
  );
}

/** The bank's 3-D Secure question, with a button for each answer. */
export function threeDSecurePage(request: CardRequest, crypt: string): string {
  return cardPageLayout(
    "3-D Secure",
    html`<h1>Your bank asks: is this you?</h1>
      <p>A payment of ${formatAmount(request)} to Larkfield is waiting for your approval.</p>
      <form method="post" action="${action}">
        <input type="hidden" name="Crypt" value="${crypt}" />
        <div class="actions">
          <button name="outcome" value="3ds-passed">${outcomes["3ds-passed"].label}</button>
          <button class="quiet" name="outcome" value="3ds-failed">${outcomes["3ds-failed"].label}</button>
        </div>
      </form>`,
  );
}

/** The end of a payment that never sends the browser back to the portal. */
export function endPage(request: CardRequest): string {
  return cardPageLayout(
    "Payment taken",
    html`<h1>${formatAmount(request)} was taken</h1>
      <p>This page doesn't go back to the shop. Close it, as a customer might.</p>`,
  );
}

/** A page with two links back, to test a return that happens twice. */
export function twicePage(request: CardRequest, returnUrl: string): string {
  const link = (text: string) => html`<a class="button" href="${returnUrl}">${text}</a>`;
  return cardPageLayout(
    "Payment taken",
    html`<h1>${formatAmount(request)} was taken</h1>
      <p>Both links lead to the same place. Use them in two tabs, or one after the other.</p>
      <div class="actions">${link("Back to the shop")} ${link("Back to the shop again")}</div>`,
  );
}

/** Shown for a transaction that has already ended. */
export function finishedPage(request: CardRequest, returnUrl: string): string {
  return cardPageLayout(
    "Already finished",
    html`<h1>This payment has already ended</h1>
      <p>${request.description}. No more money will be taken.</p>
      <a class="button" href="${returnUrl}">Back to the shop</a>`,
  );
}

/** Shown for a post that isn't a valid payment request. */
export function unreadablePage(): string {
  return cardPageLayout(
    "Invalid request",
    html`<h1>We can't read this payment</h1>
      <p>
        INVALID: 5068 : The encryption method is not supported, or the password is wrong. Nothing was taken.
      </p>`,
  );
}

function cardPageLayout(title: string, body: Html): string {
  return page({ title, service: "card payments", body, footer });
}

function formatAmount({ amount }: CardRequest): string {
  return pounds.format(Number(amount));
}
