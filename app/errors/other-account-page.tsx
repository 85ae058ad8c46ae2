import type { ReactNode } from "react";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Message } from "#app/ui/message.tsx";
import { paths } from "#shared/paths.ts";
import type { OtherAccountError, OtherPersonError } from "./error-page.ts";

export function OtherAccountPage({ page }: { page: OtherAccountError }) {
  if (page.intendedId === "")
    return (
      <OnlyLink to={page.action} label={`Stay with ${page.current}`}>
        This form is for an account you can&apos;t use. You&apos;re currently using the account{" "}
        <strong>{page.current}</strong>.
      </OnlyLink>
    );
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
      {/* The answer is a 307 redirect, which makes the browser post the same fields to their own address. */}
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

export function OtherPersonPage({ page: { current, action } }: { page: OtherPersonError }) {
  return (
    <OnlyLink to={action} label={`Open the form as ${current}`}>
      Someone else opened this form in this browser before <strong>{current}</strong> signed in.
    </OnlyLink>
  );
}

function OnlyLink({ to, label, children }: { to: string; label: string; children: ReactNode }) {
  return (
    <div className="stack-wide prose">
      <Message tone="warning" heading="Nothing was changed">
        <p>{children}</p>
      </Message>
      <p>
        <a href={to} data-reload-document>
          {label}
        </a>
      </p>
    </div>
  );
}
