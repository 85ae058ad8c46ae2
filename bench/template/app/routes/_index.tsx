import type { MetaFunction } from "@remix-run/node";

export const meta: MetaFunction = () => [
  { title: "New Remix App" },
  { name: "description", content: "Welcome to Remix!" },
];

/** Nothing: the floor that every Remix page stands on. */
export default function Index() {
  return null;
}
