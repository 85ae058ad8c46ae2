import type { MouseEvent } from "react";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { LeftOut } from "#app/ui/left-out.tsx";
import { SafeHtml } from "#app/ui/safe-html.tsx";
import type { TicketView } from "./ticket-editor.server.ts";
import { NOTES_FIELD } from "./ticket-form.ts";
import styles from "./tickets.module.css";

/** Older ones are collapsed, so that the reply form stays near. */
const FIRST_UPDATES = 5;

/** The newest ones show their first lines, so that the conversation can be read without opening them. */
const PREVIEWS = 3;

interface NotesProps {
  notes: TicketView["notes"];
  shown: string | undefined;
  previews?: number;
}

interface UpdateHistoryProps extends Omit<NotesProps, "previews"> {
  totalNotes: number;
}

/** Without scripts, its buttons submit the form, which is shown again with what was typed. */
export function UpdateHistory({ notes, totalNotes, shown }: UpdateHistoryProps) {
  return (
    <Card heading="Update History" id="update-history" icon="newspaper">
      {notes.length === 0 ? (
        <p className="muted">There are no updates yet.</p>
      ) : (
        <div className={styles.history}>
          {notes.length > 1 && (
            <div className="cluster">
              <Button size="small" name={NOTES_FIELD} value="all" onClick={toggleAll}>
                Expand all
              </Button>
              <Button size="small" name={NOTES_FIELD} value="none" onClick={toggleAll}>
                Collapse all
              </Button>
            </div>
          )}
          <LeftOut shown={notes.length} total={totalNotes} noun="updates" />
          <Notes notes={notes.slice(0, FIRST_UPDATES)} shown={shown} previews={PREVIEWS} />
          {notes.length > FIRST_UPDATES && (
            <Disclosure summary={`${notes.length - FIRST_UPDATES} older updates`} open={shown === "all"}>
              <Notes notes={notes.slice(FIRST_UPDATES)} shown={shown} />
            </Disclosure>
          )}
        </div>
      )}
    </Card>
  );
}

function Notes({ notes, shown, previews = 0 }: NotesProps) {
  return (
    <ol className={styles.notes}>
      {notes.map(({ header, html, open }, index) => (
        <li key={index}>
          <Disclosure
            summary={header}
            open={shown === undefined ? open : shown === "all"}
            data-preview={(shown === undefined && index < previews) || undefined}
            onToggle={({ currentTarget }) => endPreview(currentTarget)}
          >
            <SafeHtml html={html} />
          </Disclosure>
        </li>
      ))}
    </ol>
  );
}

function toggleAll(event: MouseEvent<HTMLButtonElement>): void {
  event.preventDefault();
  const { currentTarget: button } = event;
  for (const note of button.closest("section")?.querySelectorAll("details") ?? []) {
    note.open = button.value === "all";
    endPreview(note);
  }
}

/** A note that a person has closed shows no preview. */
const endPreview = (note: HTMLElement) => void delete note.dataset["preview"];
