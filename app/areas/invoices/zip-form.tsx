import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Select, type Option } from "#app/ui/select.tsx";
import styles from "./zip-form.module.css";

const SELECTION = "zip-selection";

/** Ticks an invoice for the ZIP; belongs to the form under the list. */
export function SelectForZip({ number }: { number: string }) {
  return (
    <label className={styles.select}>
      <input type="checkbox" name="number" value={number} form={SELECTION} />
      ZIP<span className="visually-hidden"> with invoice {number}</span>
    </label>
  );
}

/** Files of several invoices in one ZIP: those ticked in the list, or all of a month. Plain GET forms. */
export function ZipForm({ months }: { months: readonly Option[] }) {
  return (
    <div className="no-print">
      <Card heading="Download several invoices" id="zip" icon="archive">
        <p className={styles.intro}>
          One ZIP file with the invoices, call records and reports, and a list of what is in it.
        </p>
        <div className={styles.forms}>
          <form id={SELECTION} className={styles.form} action={paths.invoicesZip()}>
            <Button icon="download">Download ticked invoices</Button>
          </form>
          <form className={styles.form} action={paths.invoicesZip()}>
            <Select id="zip-month" name="month" label="Month" options={months} />
            <Button icon="download">Download month</Button>
          </form>
        </div>
      </Card>
    </div>
  );
}
