import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import express, { type Response } from "express";
import { expect, it, vi } from "vitest";
import { sendFile } from "#provider/files/send-file.ts";
import { demoMigrations } from "#provider/seed.ts";
import { insert, openStore } from "#provider/store/store.ts";
import { findUploadedFile, readUploads } from "./uploaded-files.ts";
import { uploadedBlocksMigration } from "./uploads-migration.ts";

const now = new Date("2026-03-02T10:00:00Z");

it("keeps a file that was uploaded before contents were stored in blocks", () => {
  const folder = mkdtempSync(join(tmpdir(), "uploads-"));
  const file = join(folder, "provider.sqlite");
  const before = openStore(
    file,
    now,
    demoMigrations.slice(0, demoMigrations.indexOf(uploadedBlocksMigration)),
  );
  const content = Buffer.from("hello");
  const row = { support_ticket_id: 1, name: "a.pdf", content_type: "application/pdf", uploaded_at: 1 };
  insert(before, "uploaded_files", { ...row, content });
  before.close();
  const after = openStore(file, now, demoMigrations);
  const { length, chunks } = findUploadedFile(after, 1, "a.pdf")!;
  expect([length, Buffer.concat([...chunks])]).toEqual([5, content]);
  expect(readUploads(after)).toMatchObject([{ ticketId: "1", name: "a.pdf", size: 5 }]);
  after.close();
  rmSync(folder, { recursive: true });
});

it("reads a file no faster than the client receives it", async () => {
  const block = Buffer.alloc(256 * 1024);
  const blocks = 400;
  let read = 0;
  function* chunks() {
    for (; read < blocks; read += 1) yield block;
  }
  const content = { length: blocks * block.length, chunks: chunks() };
  let answer: Response | undefined;
  const app = express().get("/", (request, response, next) => {
    answer = response;
    sendFile(request, response, "application/pdf", async () => content).catch(next);
  });
  const server = createServer(app).listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").pause();
  socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  await vi.waitFor(() => expect(answer?.writableNeedDrain).toBe(true));
  expect(read).toBeLessThan(blocks / 2);
  socket.destroy();
  server.close();
});
