import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Message } from "#app/ui/message.tsx";
import { paths } from "#shared/paths.ts";
import type { OtherAccountError, OtherPersonError } from "./error-page.ts";

export function OtherAccountPage({ page }: { page: OtherAccountError }) {
  if (page.intendedId === "") return <UnknownAccount page={page} />;
  return (
    <div className="stack-wide prose">
      <Message tone="warning" heading="Nothing was changed">
        <p>
          You filled in this form for <strong>{page.intended}</strong>. Since then you&apos;ve switched to{" "}
          <strong>{page.current}</strong>, perhaps in another tab.
        </p>
      </Message>
      <p>
        We&apos;ve kept what you typed. You can switch back to {page.intended} and send the form, or stay with{" "}
        {page.current} and leave it.
      </p>
      {/* The answer is a 307 redirect, by which the browser posts the same fields to their own address. */}
      <form
        method="post"
        action={paths.switchAccount({ onward: page.action })}
        className="cluster"
        data-unsaved
      >
        {page.fields.map(([name, value], index) => (
          <input key={index} type="hidden" name={name} value={value} />
        ))}
        <Button variant="primary">Switch and continue</Button>
        <ButtonLink to={page.action} reloadDocument>
          Stay with {page.current}
        </ButtonLink>
      </form>
    </div>
  );
}

function UnknownAccount({ page }: { page: OtherAccountError }) {
  return (
    <div className="stack-wide prose">
      <Message tone="warning" heading="Nothing was changed">
        <p>
          This form is for an account you can&apos;t use. You&apos;re working for{" "}
          <strong>{page.current}</strong>.
        </p>
      </Message>
      <p>
        <a href={page.action} data-reload-document>
          Stay with {page.current}
        </a>
      </p>
    </div>
  );
}

export function OtherPersonPage({ page }: { page: OtherPersonError }) {
  return (
    <div className="stack-wide prose">
      <Message tone="warning" heading="Nothing was changed">
        <p>
          Someone else who uses this browser opened this form before <strong>{page.current}</strong> signed
          in.
        </p>
      </Message>
      <p>
        <a href={page.action} data-reload-document>
          Open the form as {page.current}
        </a>
      </p>
    </div>
  );
}
