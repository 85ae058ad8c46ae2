import { expect, it } from "vitest";
import { render } from "#app/ui/testing/render.tsx";
import { routeArgs } from "#server/testing/route-args.ts";
import { loader } from "./dashboard.route.tsx";
import { Dashboard } from "./dashboard.tsx";

it("shows each post's date and reading time if known, a link to the blog, and shortcuts by role", async () => {
  const post = {
    title: "Fibre",
    link: "https://blog.example/a",
    publishedOn: "2024-11-05T09:00:00Z",
    readMinutes: "4",
  };
  const undated = { title: "Undated", link: "https://blog.example/b", publishedOn: "", readMinutes: "" };
  const { dashboard } = await loader(
    await routeArgs({
      request: "/dashboard",
      apiUrl: "http://127.0.0.1:1",
      roles: ["1001-Quotes"],
      account: { clientId: "1001", name: "Harbour & Pine Ltd" },
      feeds: { latestPosts: async () => [post, undated] },
    }),
  );
  expect(dashboard?.posts).toEqual({
    ok: true,
    value: [
      { title: "Fibre", detail: "05/11/2024 · 4 min read", to: "https://blog.example/a" },
      { title: "Undated", detail: "", to: "https://blog.example/b" },
    ],
  });
  expect(dashboard?.shortcuts.map(({ title }) => title)).toEqual([
    "Quotes",
    "Run a Line Test",
    "FTTP Availability Checker",
  ]);
  expect(render(<Dashboard {...dashboard!} />)).toMatch(
    /<a [^>]*href="https:\/\/blog\.example\/"[^>]*>View more<\/a>/,
  );
});
