import type { MetaFunction } from "@remix-run/node";

export const meta: MetaFunction = () => [
  { title: "New Remix App" },
  { name: "description", content: "Welcome to Remix!" },
];

/** An empty page, which is the least that a Remix page costs. */
export default function Index() {
  return null;
}
