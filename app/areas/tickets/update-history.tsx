import type { MouseEvent } from "react";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { OmittedItemsNote } from "#app/ui/omitted-items-note.tsx";
import { SafeHtml } from "#app/ui/safe-html.tsx";
import type { TicketView } from "./ticket-editor.server.ts";
import { NOTES_FIELD } from "./ticket-form.ts";
import styles from "./tickets.module.css";

/** Older notes are collapsed together, so that the reply form isn't far down. */
const RECENT_NOTES = 5;

/** The newest notes show their first lines, so that you can follow the conversation without opening them. */
const PREVIEWED_NOTES = 3;

type NotesProps = Pick<TicketView, "notes"> & { notesToShow: string | undefined };

/** The ticket's history. Without scripts, its buttons submit the form, which comes back with the input. */
export function UpdateHistory({
  notes,
  totalNotes,
  notesToShow,
}: NotesProps & Pick<TicketView, "totalNotes">) {
  const older = notes.slice(RECENT_NOTES);
  return (
    <Card heading="Update History" id="update-history" icon="newspaper">
      {notes.length === 0 ? (
        <p className="muted">There are no updates yet.</p>
      ) : (
        <div className={styles.history}>
          {notes.length > 1 && (
            <div className="cluster">
              <Button size="small" name={NOTES_FIELD} value="all" onClick={expandOrCollapseAll}>
                Expand all
              </Button>
              <Button size="small" name={NOTES_FIELD} value="none" onClick={expandOrCollapseAll}>
                Collapse all
              </Button>
            </div>
          )}
          <OmittedItemsNote shown={notes.length} total={totalNotes} noun="updates" />
          <Notes
            notes={notes.slice(0, RECENT_NOTES)}
            notesToShow={notesToShow}
            previewCount={PREVIEWED_NOTES}
          />
          {older.length > 0 && (
            <Disclosure
              summary={`${older.length} older ${older.length === 1 ? "update" : "updates"}`}
              open={notesToShow === "all"}
            >
              <Notes notes={older} notesToShow={notesToShow} />
            </Disclosure>
          )}
        </div>
      )}
    </Card>
  );
}

function Notes({ notes, notesToShow, previewCount = 0 }: NotesProps & { previewCount?: number }) {
  return (
    <ol className={styles.notes}>
      {notes.map(({ number, header, html, isOpen }, index) => (
        <li key={number}>
          <Disclosure
            summary={header}
            open={notesToShow === undefined ? isOpen : notesToShow === "all"}
            data-preview={(notesToShow === undefined && index < previewCount) || undefined}
            onToggle={({ currentTarget }) => endPreview(currentTarget)}
          >
            <SafeHtml html={html} />
          </Disclosure>
        </li>
      ))}
    </ol>
  );
}

function expandOrCollapseAll(event: MouseEvent<HTMLButtonElement>): void {
  event.preventDefault();
  const { currentTarget: button } = event;
  for (const note of button.closest("section")?.querySelectorAll("details") ?? []) {
    note.open = button.value === "all";
    endPreview(note);
  }
}

/** A note that the person has closed doesn't show a preview. */
const endPreview = (note: HTMLElement) => void delete note.dataset["preview"];
