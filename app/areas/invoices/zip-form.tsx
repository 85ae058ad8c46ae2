import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Select, type Option } from "#app/ui/select.tsx";
import { paths } from "#shared/paths.ts";
import styles from "./invoices.module.css";

const ZIP_FORM = "zip-selection";

export const zipCheckboxes = {
  name: "number",
  form: ZIP_FORM,
  columnKey: "download",
  checkboxProps: ({ key }: { key: string }) => ({ label: "ZIP", "aria-label": `Add to ZIP: invoice ${key}` }),
} as const;

/** Downloads several invoices as one file: those ticked in the list, or a whole month's. */
export function ZipForm({ months }: { months: readonly Option[] }) {
  return (
    <div className="no-print">
      <Card heading="Download several invoices" id="zip" icon="archive">
        <div className="stack">
          <p className="muted prose">One ZIP file: invoices, call records, reports and a contents list.</p>
          <div className={styles.forms}>
            <form id={ZIP_FORM} action={paths.invoicesZip()}>
              <Button icon="download">Download ticked invoices</Button>
            </form>
            <form action={paths.invoicesZip()}>
              <Select id="zip-month" name="month" label="Month" options={months} />
              <Button icon="download">Download month</Button>
            </form>
          </div>
        </div>
      </Card>
    </div>
  );
}
