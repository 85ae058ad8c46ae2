import type { MetaFunction } from "@remix-run/node";

export const meta: MetaFunction = () => [
  { title: "New Remix App" },
  { name: "description", content: "Welcome to Remix!" },
];

/** Nothing but a heading, so that there is something to paint: the floor that every Remix page stands on. */
export default function Index() {
  return <h1>Welcome to Remix</h1>;
}
