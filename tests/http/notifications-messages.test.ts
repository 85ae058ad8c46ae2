import { expect, it } from "vitest";
import { signedIn } from "../support/signed-in.ts";
import { messageOf, type Page } from "../support/visitor.ts";
import { startWorld, world } from "../support/world.ts";

const AT = "/notifications/messages";
startWorld();

const chosen = ({ $ }: Page) =>
  $("main input[type=radio][checked]")
    .map((_, one) => `${$(one).attr("name")} ${$(one).attr("value")}`)
    .get();

it("the choice begins with browser notifications for all, and is kept in a cookie that scripts can read", async () => {
  const anna = await signedIn(world, "anna", "1001");
  const page = await anna.get(AT);
  expect(chosen(page)).toEqual(["line-tests browser", "tickets browser", "others browser"]);
  const answer = await anna.submit(page, "main form", { tickets: "silent", others: "toast" });
  expect([answer.status, answer.location]).toEqual([303, AT]);
  expect(answer.headers.getSetCookie().filter((line) => line.startsWith("messages="))).toEqual([
    "messages=browser.silent.toast; Path=/; Max-Age=31536000; SameSite=Lax",
  ]);
  const after = await anna.follow(answer);
  expect(messageOf(after)).toContain("Success: Your choice is saved in this browser for a year.");
  expect(chosen(after)).toEqual(["line-tests browser", "tickets silent", "others toast"]);
});

it("a kind that isn't sent keeps its choice, an unknown way is refused; a damaged cookie gives the default", async () => {
  const anna = await signedIn(world, "anna", "1001");
  anna.setCookie("messages", "toast.silent.toast");
  const odd = await anna.post(AT, { "line-tests": "x; Domain=evil.example", others: "silent" });
  expect([odd.status, odd.headers.getSetCookie()]).toEqual([400, []]);
  const answer = await anna.post(AT, { others: "silent" });
  expect(answer.headers.getSetCookie().join("\n")).toMatch(/^messages=toast\.silent\.silent; Path/m);
  anna.setCookie("messages", "%%%");
  expect(chosen(await anna.get(AT))).toEqual(["line-tests browser", "tickets browser", "others browser"]);
});

it("without the role Support nothing is asked about tickets; the list of notifications links to the page", async () => {
  const carla = await signedIn(world, "carla");
  const questions = (await carla.get(AT))
    .$("main legend")
    .map((_, one) => one.children.length)
    .get();
  expect(questions).toHaveLength(2);
  expect((await carla.get("/notifications")).$(`main a[href='${AT}']`)).toHaveLength(1);
});
