import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { ButtonRow } from "#app/ui/form-layout.tsx";
import { Message } from "#app/ui/message.tsx";
import { paths } from "#shared/paths.ts";
import type { ChoiceView } from "./service-choice.server.ts";
import { ServiceBreadcrumb } from "./service-picker.tsx";

/** Shows the checks again, above the form. */
export function ChecksReminder({ checksToTry }: Pick<ChoiceView, "checksToTry">) {
  if (checksToTry === undefined) return null;
  if (checksToTry === "line-test")
    return (
      <Message tone="info">
        <p>
          Phone line dead? <a href={paths.lineFaults()}>Test it now</a>. If it finds a fault, you can book an
          engineer without raising a ticket.
        </p>
      </Message>
    );
  return (
    <Disclosure summary="Have you tried this?">
      <Checks checks={checksToTry} />
    </Disclosure>
  );
}

const Checks = ({ checks }: { checks: readonly string[] }) => (
  <ol>
    {checks.map((check) => (
      <li key={check}>{check}</li>
    ))}
  </ol>
);

export function ChecksBeforeTicket({ checksToTry, ...choice }: ChoiceView) {
  const { formUrlAfterChecks, previousUrl } = choice;
  const isLineTest = checksToTry === "line-test";
  return (
    <>
      <ServiceBreadcrumb {...choice} currentStep="Before you log a ticket" />
      <Card
        heading={isLineTest ? "Test the line first?" : "Have you tried this?"}
        id="first"
        icon={isLineTest ? "activity" : "wrench"}
      >
        <div className="stack prose">
          {isLineTest ? (
            <p>
              A line test takes up to 3 minutes. If it finds a fault, you can book an engineer without a
              ticket.
            </p>
          ) : (
            <>
              <p>Try these first:</p>
              {Array.isArray(checksToTry) && <Checks checks={checksToTry} />}
            </>
          )}
          <ButtonRow>
            {isLineTest && (
              <ButtonLink to={paths.lineFaults()} variant="primary" icon="activity">
                Run a Line Test
              </ButtonLink>
            )}
            <ButtonLink
              to={formUrlAfterChecks}
              variant={isLineTest ? "secondary" : "primary"}
              icon="arrow-right"
            >
              {isLineTest ? "Skip and log a ticket" : "Continue to the ticket"}
            </ButtonLink>
            <ButtonLink to={previousUrl} icon="arrow-left">
              Previous Step
            </ButtonLink>
          </ButtonRow>
        </div>
      </Card>
    </>
  );
}
