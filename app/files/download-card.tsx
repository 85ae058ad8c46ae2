import type { Tolerated } from "#app/errors/tolerate.ts";
import { Card } from "#app/ui/card.tsx";
import { LinkList } from "#app/ui/link-list.tsx";
import { OmittedItemsNote } from "#app/ui/omitted-items-note.tsx";
import { PanelError } from "#app/ui/panel-error.tsx";
import { maximum } from "#shared/limits.ts";
import styles from "./download-card.module.css";
import type { FileView } from "./download.server.ts";

/** How many files we show at first. If there are ten or more, at least one is behind 'View more'. */
const FIRST_FILES = 10;

interface DownloadCardProps {
  heading?: string;
  files: Tolerated<readonly FileView[] | undefined>;
  retryTo: string;
}

export function DownloadCard({ heading = "Download", files, retryTo }: DownloadCardProps) {
  const all = files.ok ? files.value : [];
  if (!all) return null;
  const list = all.flatMap(({ to, ...file }) => (to === undefined ? [] : [{ ...file, to }]));
  const unreachable = all.length - list.length;
  const shown = list.length < FIRST_FILES ? FIRST_FILES : Math.min(FIRST_FILES, list.length - 1);
  const more = list.slice(shown, maximum.files);
  return (
    <div className={styles.download}>
      <Card heading={heading} id="download" icon="download" flush={list.length > 0}>
        {!files.ok && <PanelError {...files} retryTo={retryTo} />}
        {files.ok && all.length === 0 && <p className="muted">There are no files to download.</p>}
        {unreachable > 0 && (
          <p className="muted">
            {`${unreachable === 1 ? "1 file can't be opened here because of its name" : `${unreachable} files can't be opened here because of their names`}. Ask the help desk.`}
          </p>
        )}
        <OmittedItemsNote
          shown={maximum.files}
          total={list.length}
          maxExactTotal={maximum.files}
          noun="files"
        />
        {list.length > 0 && <LinkList items={list.slice(0, shown).map(toItem)} />}
        {more.length > 0 && (
          <details className={styles.more}>
            <summary>
              <span className={styles.closed}>View more</span>
              <span className={styles.open}>Collapse</span>
            </summary>
            <LinkList items={more.map(toItem)} />
          </details>
        )}
      </Card>
    </div>
  );
}

const toItem = (file: FileView & { to: string }) => ({ ...file, icon: "file-text", isFile: true }) as const;
