import { ButtonLink } from "#app/ui/button.tsx";
import styles from "./user-guide.module.css";

/** The panel beside the sign-in; its Download opens a PDF (spec 1 §2, Login). */
export function UserGuide({ url }: { url: string }) {
  return (
    <section className={styles.guide} aria-labelledby="user-guide">
      <h2 id="user-guide">New to the Portal</h2>
      <p>Our user guide shows you around: signing in, your account, invoices, tickets and more.</p>
      <ButtonLink to={url} icon="download" reloadDocument>
        Download <span className="visually-hidden">the user guide (PDF)</span>
      </ButtonLink>
    </section>
  );
}
