import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { openToAnyone } from "#app/request/require.ts";
import { ShellFrame } from "./shell-frame.tsx";
import { shellView } from "./shell-view.server.ts";

/** The frame around every signed-in page. It doesn't check access, because each page does that itself. */
export async function loader(args: LoaderFunctionArgs) {
  openToAnyone(args);
  return args.context.session.user ? shellView(args) : null;
}

export default function Shell() {
  const shell = useLoaderData<typeof loader>();
  if (!shell) return <Outlet />;
  return (
    <ShellFrame shell={shell}>
      <Outlet />
    </ShellFrame>
  );
}
