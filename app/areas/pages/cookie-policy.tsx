import type { CookieChoice } from "../../request/preferences.ts";
import { paths } from "../../paths.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Message } from "../../ui/message.tsx";
import styles from "./cookie-policy.module.css";

const said: Readonly<Record<CookieChoice, string>> = {
  accepted: "You have accepted analytics cookies.",
  "opted-out": "You have opted out of analytics cookies.",
};

/** Every cookie of the portal, what for and how long, and the choice as a plain form. */
export function CookiePolicy({ choice, back }: { choice: CookieChoice | undefined; back: string }) {
  return (
    <div className={styles.policy}>
      <p>
        Cookies are small files that a site keeps in your browser. The portal uses as few as it can, and none
        that follows you to other sites unless you accept analytics.
      </p>
      <h2>Cookies the portal needs</h2>
      <CookieTable />
      <h2>Cookies you choose</h2>
      <p>
        With your consent we count which pages are used, so that we know what to improve. Nothing of the kind
        is loaded before you accept, and opting out removes what was stored. Your choice is kept for one year.
      </p>
      {choice && <Message tone="success">{said[choice]}</Message>}
      <form method="post" action={paths.cookies()} className={styles.choice}>
        <Button name="choice" value="accept" variant="primary">
          Accept
        </Button>
        <Button name="choice" value="opt-out">
          Opt out
        </Button>
      </form>
      <p className={styles.reviewed}>Reviewed July 2018</p>
      <ButtonLink to={back} variant="quiet" icon="arrow-left" reloadDocument>
        Back to the portal
      </ButtonLink>
    </div>
  );
}

function CookieTable() {
  return (
    <table>
      <caption className="visually-hidden">Cookies the portal needs</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">What for</th>
          <th scope="col">How long</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">session</th>
          <td>Keeps you signed in. Holds a random number and nothing about you.</td>
          <td>Until you sign out or close the browser</td>
        </tr>
        <tr>
          <th scope="row">sign-in-customer, sign-in-employee, no-access</th>
          <td>Protect a sign-in while it is going on.</td>
          <td>10 minutes</td>
        </tr>
        <tr>
          <th scope="row">cookie-choice</th>
          <td>Remembers your answer to the question about cookies.</td>
          <td>1 year</td>
        </tr>
        <tr>
          <th scope="row">theme</th>
          <td>Remembers whether you chose the light or the dark look.</td>
          <td>1 year</td>
        </tr>
      </tbody>
    </table>
  );
}
