import type { CookieChoice } from "#app/document/preferences.ts";
import { paths } from "#app/paths.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Message } from "#app/ui/message.tsx";
import { Table } from "#app/ui/table.tsx";
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
      <Table caption="Cookies the portal needs" hiddenCaption columns={columns} rows={rows} />
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

const columns = [
  { key: "name", label: "Name" },
  { key: "purpose", label: "What for" },
  { key: "life", label: "How long" },
];

const rows = [
  {
    key: "session",
    cells: [
      "session (on https: __Host-session)",
      "Keeps you signed in. Holds a random number and nothing about you.",
      "Until you sign out or close the browser",
    ],
  },
  {
    key: "sign-in",
    cells: [
      "sign-in-customer, sign-in-employee, no-access",
      "Protect a sign-in while it is going on.",
      "10 minutes",
    ],
  },
  {
    key: "cookie-choice",
    cells: ["cookie-choice", "Remembers your answer to the question about cookies.", "1 year"],
  },
  {
    key: "theme",
    cells: ["theme", "Remembers whether you chose the light or the dark look.", "1 year"],
  },
];
