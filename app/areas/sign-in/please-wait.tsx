import type { MetaFunction } from "@remix-run/node";
import { PublicFrame } from "#app/areas/pages/public-frame.tsx";
import { pageTitle } from "#app/document/page-title.ts";
import { Spinner } from "#app/ui/spinner.tsx";
import { paths } from "#shared/paths.ts";

/** A page's title, and a meta refresh that redirects immediately if `nextUrl` returns a URL. Works without scripts. */
export function refreshMeta<Data>(title: string, nextUrl: (data: Data) => string | undefined): MetaFunction {
  return (args) => {
    const tags = pageTitle(title)(args) ?? [];
    const to = args.data === undefined ? undefined : nextUrl(args.data as Data);
    return to === undefined ? tags : [...tags, { httpEquiv: "refresh", content: `0; url=${to}` }];
  };
}

/** The number of polls so far. */
interface Polls {
  readonly polls: number;
}

const nextPollUrl = ({ polls }: Polls) => `${paths.loginWait()}?polls=${polls + 1}`;

export const waitMeta = refreshMeta<Polls>("Please wait", nextPollUrl);

export function PleaseWait({ polls }: Polls) {
  return (
    <PublicFrame title="Please wait">
      <Spinner label="You are being authenticated..." />
      <p>
        Nothing happening? <a href={nextPollUrl({ polls })}>Continue</a>
      </p>
    </PublicFrame>
  );
}
