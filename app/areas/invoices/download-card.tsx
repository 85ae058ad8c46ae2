import type { Panel } from "#app/request/panel.ts";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PanelError } from "#app/ui/panel-error.tsx";
import styles from "./download-card.module.css";

export interface FileView {
  readonly name: string;
  readonly title: string;
  /** 'PDF, 82 KB' */
  readonly detail: string;
  readonly to: string;
}

/** More files than these stand behind 'View more' (docs/domain.md, Invoices). */
const SHOWN = 10;

/** The files that can be downloaded on this page. */
export function DownloadCard({ files, retryTo }: { files: Panel<readonly FileView[]>; retryTo: string }) {
  return (
    <div className={styles.card}>
      <Card heading="Download" id="download" icon="download" flush={files.ok && files.value.length > 0}>
        {!files.ok && <PanelError text={files.message} reference={files.reference} retryTo={retryTo} />}
        {files.ok && files.value.length === 0 && (
          <EmptyState icon="file-text" compact>
            There are no files to download.
          </EmptyState>
        )}
        {files.ok && files.value.length > 0 && <Files files={files.value} />}
      </Card>
    </div>
  );
}

function Files({ files }: { files: readonly FileView[] }) {
  const more = files.slice(SHOWN);
  return (
    <>
      <FileList files={files.slice(0, SHOWN)} />
      {more.length > 0 && (
        <details className={styles.more}>
          <summary>
            <span className={styles.closed}>View more</span>
            <span className={styles.open}>Collapse</span>
          </summary>
          <FileList files={more} />
        </details>
      )}
    </>
  );
}

function FileList({ files }: { files: readonly FileView[] }) {
  return (
    <ul className={styles.list}>
      {files.map(({ name, title, detail, to }) => (
        <li key={name}>
          <a className={styles.file} href={to}>
            <Icon name="file-text" />
            <span className={styles.words}>
              <span className={styles.title}>{title}</span>
              <span className={styles.detail}>
                {name} · {detail}
              </span>
            </span>
            <Icon name="download" size="small" />
          </a>
        </li>
      ))}
    </ul>
  );
}
