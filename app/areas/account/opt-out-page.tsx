import { Form } from "@remix-run/react";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { ButtonRow } from "#app/ui/form-layout.tsx";
import { OPT_OUT_ANSWER, OPT_OUT_QUESTION } from "./account-form.ts";
import styles from "./account.module.css";
import type { OptOutReply } from "./opt-out-reply.ts";

/** The question of 'Opt Out' without scripts; the typed values travel along. */
export function OptOutPage({ reply }: { reply: OptOutReply }) {
  return (
    <Form method="post" className={styles.question}>
      {reply.fields.map(([name, value], index) => (
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <Card heading="Unsubscribe from all" id="opt-out" icon="mail">
        <div className="stack">
          <p>{OPT_OUT_QUESTION}</p>
          <ButtonRow>
            <Button variant="primary" name={OPT_OUT_ANSWER} value="yes">
              Opt Out
            </Button>
            <Button name={OPT_OUT_ANSWER} value="no">
              Cancel
            </Button>
          </ButtonRow>
        </div>
      </Card>
    </Form>
  );
}
