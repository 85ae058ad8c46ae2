import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { ButtonRow } from "#app/ui/form-layout.tsx";

interface PaperMandateProps {
  forms: readonly { readonly label: string; readonly to: string }[];
  helpDeskPhone: string;
  helpDeskEmail: string;
}

/** What to do where one of the answers is No. */
export function PaperMandate({ forms, helpDeskPhone, helpDeskEmail }: PaperMandateProps) {
  return (
    <Card heading="If an answer is No" id="paper" icon="file-text">
      <div className="stack prose">
        <p>Then the Direct Debit can&apos;t be set up online, but on paper:</p>
        <ol>
          <li>Download and print the mandate.</li>
          <li>
            Have it filled in and signed by the account holder and everyone else whom the bank asks to sign.
          </li>
          <li>Post it to the address on the form. We set up the Direct Debit when it has arrived.</li>
        </ol>
        <ButtonRow>
          {forms.map(({ label, to }) => (
            <ButtonLink key={to} to={to} icon="download" reloadDocument>
              {label}
            </ButtonLink>
          ))}
        </ButtonRow>
        <p>
          Questions: <a href={`mailto:${helpDeskEmail}`}>{helpDeskEmail}</a> or {helpDeskPhone}.
        </p>
      </div>
    </Card>
  );
}
