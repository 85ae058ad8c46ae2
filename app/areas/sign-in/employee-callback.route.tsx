import type { LoaderFunctionArgs } from "@remix-run/node";
import type { PageFacts } from "#shared/page-facts.ts";
import { finishSignIn } from "./callback.server.ts";

export { default, meta } from "./callback.route.tsx";
export const handle: PageFacts = { requiredParts: ["employees"], scripts: false, rateLimit: "sign-ins" };

export function loader(args: LoaderFunctionArgs) {
  return finishSignIn(args, "employee");
}
