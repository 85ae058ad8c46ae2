import { afterAll, beforeAll, expect, it } from "vitest";
import { StorageBehindGateway } from "./azurite.ts";
import { signedIn } from "../support/signed-in.ts";
import { pdf, postFiles, ticketId } from "../support/uploads.ts";
import { messageOf, textOf } from "../support/visitor.ts";
import { createWorld, type World } from "../support/world.ts";

let storage: StorageBehindGateway;
let world: World;
beforeAll(async () => {
  storage = await StorageBehindGateway.start();
  [world] = await Promise.all([createWorld({ environment: storage.settings }), storage.ready()]);
});
afterAll(async () => {
  await world.close();
  await storage.close();
});

it("Azure's blob storage takes a ticket's file whole, lists it and gives it back; a missing file leads to a message", async () => {
  const anna = await signedIn(world, "anna", "1001");
  const id = ticketId(world);
  const content = pdf(70_000);
  const sent = await anna.follow(
    await postFiles(anna, `/tickets/${id}/files`, [["Süd & 1 +2.pdf", content]]),
  );
  expect(messageOf(sent)).toContain("was uploaded successfully");
  expect(textOf(sent)).toContain("Süd & 1 +2.pdf");

  const blob = storage.files.getBlobClient(`1001/Support_${id}/Süd & 1 +2.pdf`);
  expect((await blob.downloadToBuffer()).equals(content)).toBe(true);
  expect((await blob.getProperties()).contentType).toBe("application/pdf");

  const path = `/tickets/${id}/files/${encodeURIComponent("Süd & 1 +2.pdf")}`;
  const back = await fetch(world.portal.url + path, {
    headers: { cookie: `session=${anna.cookie("session")}` },
  });
  expect(Buffer.from(await back.arrayBuffer()).equals(content)).toBe(true);
  expect(back.headers.get("content-disposition")).toContain("UTF-8''S%C3%BCd%20%26%201%20%2B2.pdf");
  const missing = await anna.get(`/tickets/${id}/files/none.pdf`);
  expect([missing.status, missing.location]).toEqual([303, `/tickets/${id}`]);
  expect(messageOf(await anna.follow(missing))).toContain("There was an error downloading attachment");
});
