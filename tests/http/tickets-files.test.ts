import { describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { alertOf } from "../support/contact-pages.ts";
import { endSession, signedIn } from "../support/signed-in.ts";
import { countTickets, notesOf, ticketOf, ticketPath } from "../support/ticket-pages.ts";
import { pdf, submitWithFiles, uploadLedger, type Sent } from "../support/uploads.ts";
import { messageOf, textOf } from "../support/visitor.ts";
import { sql, world } from "../support/world.ts";

startWithAnna({ environment: { UPLOAD_RETRY_MS: "0", UPLOAD_FILE_MB: "32" } });

const NEW = "/tickets/new/account";
const files: readonly Sent[] = [
  ["proof.txt", "It blinks"],
  ["photo.txt", "red"],
];
const addAgainText = "Your files weren't sent. Please add them again: proof.txt and any others.";

/** The names of the files that were stored for the ticket. */
async function filesOf(subject: string): Promise<string[]> {
  const id = String(ticketOf(subject).support_ticket_id);
  const ledger = await uploadLedger(world);
  return ledger.files.filter(({ ticketId }) => ticketId === id).map(({ name }) => name);
}

describe("a new ticket with files", () => {
  it("becomes one ticket with each file once, however often it is sent", async () => {
    const page = await anna.get(NEW);
    const typed = { subject: "Twice with files", message: "Help" };
    const send = () => submitWithFiles(anna, page, { typed, files });
    const presses = [await send(), await send()];
    expect(presses.map(({ status }) => status)).toEqual([303, 303]);
    expect(countTickets("Twice with files")).toBe(1);
    expect(await filesOf("Twice with files")).toEqual(["proof.txt", "photo.txt"]);
  });

  it("asks for its files again when it is refused, and when it needs a second press", async () => {
    const page = await anna.get("/tickets/new/technical/cloud/software");
    const typed = { affectedUsers: "300", subject: "Second press", message: "All", contractCover: "101" };
    const refused = await submitWithFiles(anna, page, { typed: { ...typed, message: "" }, files });
    expect([refused.status, textOf(refused).includes(addAgainText)]).toEqual([400, true]);
    const asked = await submitWithFiles(anna, refused, { typed, files });
    expect([asked.status, alertOf(asked).includes("Please call us as well")]).toEqual([400, true]);
    expect([textOf(asked).includes(addAgainText), countTickets("Second press")]).toEqual([true, 0]);
    expect((await submitWithFiles(anna, asked, { files })).status).toBe(303);
    expect(await filesOf("Second press")).toEqual(["proof.txt", "photo.txt"]);
  });

  it("asks for its files again when Previous Step asks before it drops what was typed", async () => {
    const asked = await submitWithFiles(anna, await anna.get(NEW), {
      ...{ typed: { subject: "Half typed" }, files, press: "Previous Step" },
    });
    expect(asked.$("input[name=subject]").val()).toBe("Half typed");
    expect(textOf(asked)).toContain(addAgainText);
  });

  it("comes back as typed after a session that ended, and asks for its files again", async () => {
    const visitor = await signedIn(world, "ben", "1001");
    const page = await visitor.get(NEW);
    await endSession(world, visitor);
    const typed = { subject: "Half way", message: "There was more" };
    expect((await submitWithFiles(visitor, page, { typed, files })).location).toBe("/login");
    visitor.clearCookiesOf("127.0.0.1");
    const back = await visitor.signIn("ben.osei@harbourpine.example");
    expect(back.$("input[name=subject]").val()).toBe("Half way");
    expect(back.$("textarea[name=message]").text().trim()).toBe("There was more");
    expect(textOf(back)).toContain(addAgainText);
    expect((await submitWithFiles(visitor, back, { files })).status).toBe(303);
    expect([countTickets("Half way"), await filesOf("Half way")]).toEqual([1, ["proof.txt", "photo.txt"]]);
  });

  it("is logged even if a file fails, and names that file", async () => {
    const typed = { subject: "One fails", message: "Help" };
    const some: Sent[] = [
      ["laptop.pdf", pdf(30 * 1024 * 1024)],
      ["fails-always.txt", "x"],
    ];
    const sent = await submitWithFiles(anna, await anna.get(NEW), { typed, files: some });
    const id = ticketOf("One fails").support_ticket_id;
    const done = messageOf(await anna.follow(sent));
    expect(done).toContain(`laptop.pdf was uploaded successfully to Support ${id}.`);
    expect(done).toContain(`We're sorry, fails-always.txt failed to upload to Support ${id}.`);
    expect([countTickets("One fails"), await filesOf("One fails")]).toEqual([1, ["laptop.pdf"]]);
  });

  it("takes three files, and says so", async () => {
    const page = await anna.get(NEW);
    expect(textOf(page)).toContain("Up to 3 files, each up to 32 MB");
    const typed = { subject: "Four files", message: "Help" };
    const four = ["1.txt", "2.txt", "3.txt", "4.txt"].map((name): Sent => [name, "x"]);
    const done = await anna.follow(await submitWithFiles(anna, page, { typed, files: four }));
    expect(messageOf(done)).toContain("You can only add 3 files at a time. The last one wasn't uploaded");
    expect(await filesOf("Four files")).toEqual(["1.txt", "2.txt", "3.txt"]);
    expect(textOf(await anna.get(ticketPath("Four files")))).toContain("Up to 10 files");
  });
});

it.each<[string, at: () => string, subject: string, Readonly<Record<string, string>>]>([
  ["a new ticket", () => NEW, "Straight away", { subject: "Straight away", message: "Help" }],
  ["a reply", () => ticketPath("No notes at all"), "No notes at all", { message: "Straight away" }],
  ["the page for files", () => `${ticketPath("One long note")}/files`, "One long note", {}],
])("equal posts at the very same instant store each file once: %s", async (_, at, subject, typed) => {
  const page = await anna.get(at());
  const send = () => submitWithFiles(anna, page, { typed, files });
  world.provider.faults.add({ kind: "slow", path: "/uploads", calls: 1, delayMs: 500 });
  const [one, two, three] = await Promise.all([send(), send(), send()]);
  // A reader who loads the ticket after someone else's reply was stored counts that reply.
  const pages = [one, two, three].map(({ location }) => location?.replace(/replied=\d+/, ""));
  expect([one.status, ...new Set(pages)]).toEqual([303, pages[0]]);
  expect(await filesOf(subject)).toEqual(["proof.txt", "photo.txt"]);
  const said = messageOf(await anna.follow(one));
  for (const [name] of files) expect(said.split(`${name} was uploaded successfully`)).toHaveLength(2);
});

describe("a ticket", () => {
  it("gets one reply and each file once, however often they are sent", async () => {
    const page = await anna.get(ticketPath("Nine short notes"));
    const send = () => submitWithFiles(anna, page, { typed: { message: "As asked" }, files });
    const presses = [await send(), await send()];
    expect(presses.map(({ status }) => status)).toEqual([303, 303]);
    expect(notesOf("Nine short notes").slice(9)).toEqual(["<p>As asked</p>"]);
    expect(await filesOf("Nine short notes")).toEqual(["proof.txt", "photo.txt"]);
  });

  it("closes and reopens with files", async () => {
    const closing = await anna.get(ticketPath("Ten short notes"));
    const closed = await submitWithFiles(anna, closing, { files, press: "Close ticket" });
    expect(messageOf(await anna.follow(closed))).toMatch(/was closed\./);
    expect(ticketOf("Ten short notes")).toMatchObject({ status_id: 3 });
    expect(await filesOf("Ten short notes")).toEqual(["proof.txt", "photo.txt"]);
    const reopening = await anna.get(ticketPath("Ten short notes"));
    await submitWithFiles(anna, reopening, { files: [["more.txt", "x"]], press: "Reopen ticket" });
    expect(ticketOf("Ten short notes")).toMatchObject({ status_id: 1 });
    expect(await filesOf("Ten short notes")).toContain("more.txt");
  });

  it("keeps what was typed while notes are expanded, and asks for the files again", async () => {
    const page = await anna.get(ticketPath("Four middling notes"));
    const typed = { message: "Half a reply" };
    const shown = await submitWithFiles(anna, page, { typed, files, press: "Expand all" });
    expect(shown.$("textarea[name=message]").text().trim()).toBe("Half a reply");
    expect(textOf(shown)).toContain(addAgainText);
  });

  it("that someone else changed asks for the files again, on the conflict page and after it", async () => {
    const page = await anna.get(ticketPath("Two hundred notes"));
    const typed = { message: "Conflict" };
    const conflict = await submitWithFiles(anna, page, { typed, files, press: "Close ticket" });
    expect([conflict.status, textOf(conflict).includes(addAgainText)]).toEqual([409, true]);
    const chosen = await anna.submit(conflict, "main form[method=post]", {
      "choice.statusId": "yours",
      "choice.message": "yours",
    });
    expect(messageOf(await anna.follow(chosen))).toContain(addAgainText);
    expect([ticketOf("Two hundred notes").status_id, await filesOf("Two hundred notes")]).toEqual([3, []]);
  });
});

describe("files that a service desk has named", () => {
  const listed = (names: readonly string[]) => {
    const { support_ticket_id: id } = ticketOf("One attached file");
    sql`UPDATE tickets SET files = ${JSON.stringify({ names })} WHERE support_ticket_id = ${id}`;
    return anna.get(ticketPath("One attached file"));
  };

  it.each(["Report..pdf", "wiring.data", "sub/plan.pdf", "\u{1f468}\u200d\u{1f469}.pdf"])(
    "are listed and open: %j",
    async (name) => {
      const page = await listed([name]);
      const link = page.$("#download li a");
      expect(link.text()).toBe(name);
      const file = await anna.get(link.attr("href") ?? "");
      expect([file.status, file.text.slice(0, 5)]).toEqual([200, "%PDF-"]);
    },
  );

  it("are counted where no link can lead to them, and aren't said to be none", async () => {
    const page = await listed(["..", "Plan.pdf"]);
    expect(page.$("#download p").text()).toBe(
      "1 file can't be opened here because of its name. Ask the help desk.",
    );
    expect(page.$("#download li a").text()).toBe("Plan.pdf");
    expect(textOf(await listed(["..", "../../etc/passwd"]))).not.toContain("There are no files");
  });

  it("never lead out of their folder", async () => {
    await listed(["Plan.pdf"]);
    const { support_ticket_id: id } = ticketOf("One attached file");
    for (const name of ["..%2F..%2Fetc%2Fpasswd", "..%5C..%5Cboot.ini", "%252e%252e%252fx", "a%2F..%2Fb"]) {
      const reply = await anna.get(`/tickets/${id}/files/${name}`);
      expect([reply.status, reply.location]).toEqual([303, `/tickets/${id}`]);
    }
  });
});
