import type { MetaFunction } from "@remix-run/node";
import { PublicFrame } from "#app/areas/pages/public-frame.tsx";
import { pageTitle } from "#app/document/page-title.ts";
import { paths } from "#app/paths.ts";
import { Spinner } from "#app/ui/spinner.tsx";

/** The title of a page that redirects at once, with or without scripts; it stays if `next` returns no address. */
export function refreshing<Data>(page: string, next: (data: Data) => string | undefined): MetaFunction {
  return (args) => {
    const title = pageTitle(page)(args) ?? [];
    const to = args.data === undefined ? undefined : next(args.data as Data);
    return to === undefined ? title : [...title, { httpEquiv: "refresh", content: `0; url=${to}` }];
  };
}

interface Polls {
  readonly polls: number;
}

const nextPoll = ({ polls }: Polls) => `${paths.loginWait()}?polls=${polls + 1}`;

export const waitMeta = refreshing<Polls>("Please wait", nextPoll);

export function PleaseWait({ polls }: Polls) {
  return (
    <PublicFrame title="Please wait">
      <Spinner label="You are being authenticated..." />
      <p>
        Nothing happening? <a href={nextPoll({ polls })}>Continue</a>
      </p>
    </PublicFrame>
  );
}
