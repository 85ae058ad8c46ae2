import { Card } from "#app/ui/card.tsx";

export function Guarantee({ brand }: { brand: string }) {
  return (
    <Card heading="The Direct Debit Guarantee" id="guarantee" icon="shield-check">
      <ul className="stack-tight prose">
        <li>
          This Guarantee is offered by all banks and building societies that accept instructions to pay Direct
          Debits.
        </li>
        <li>
          If there are any changes to the amount, date or frequency of your Direct Debit {brand} will notify
          you 5 working days in advance of your account being debited or as otherwise agreed. If you request{" "}
          {brand} to collect a payment, confirmation of the amount and date will be given to you at the time
          of the request.
        </li>
        <li>
          If an error is made in the payment of your Direct Debit, by {brand} or your bank or building
          society, you are entitled to a full and immediate refund of the amount paid from your bank or
          building society. If you receive a refund you are not entitled to, you must pay it back when {brand}{" "}
          asks you to.
        </li>
        <li>
          You can cancel a Direct Debit at any time by simply contacting your bank or building society.
          Written confirmation may be required. Please also notify us.
        </li>
      </ul>
    </Card>
  );
}
