import type { MetaFunction } from "@remix-run/node";

export const meta: MetaFunction = () => [
  { title: "New Remix App" },
  { name: "description", content: "Welcome to Remix!" },
];

/** An empty page: the minimum that every Remix page costs. */
export default function Index() {
  return null;
}
