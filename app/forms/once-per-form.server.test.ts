import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Records } from "#server/session/records.ts";
import type { SessionBackend } from "#server/session/session-backend.ts";
import { openRecords, storeKinds, type TestStore } from "#server/session/testing/stores.ts";
import { createContact } from "#shared/portal-api/contacts.ts";
import { failedCall } from "#shared/portal-api/errors.ts";
import { OutcomeUnknown, sendOnce } from "./once-per-form.server.ts";

const failed = (kind: "rejected" | "timeout") => failedCall(createContact, { kind });
type Send = () => Promise<unknown>;

/** A person's post of one rendered form, whose call does what `send` does. */
function press(
  records: Records,
  send: Send,
  formInstance: string,
  { person = "anna", content = "Anna" as unknown } = {},
) {
  const portal = { user: { id: person }, account: { clientId: "1001" }, api: { call: send } };
  const context = { services: { records }, signal: new AbortController().signal };
  const posted = { args: { context }, portal, formInstance } as unknown as Parameters<typeof sendOnce>[0];
  return sendOnce(posted, { call: createContact, body: {}, content, idName: "contactId" });
}

for (const kind of storeKinds)
  describe.skipIf(!kind.available)(`one form's posts over ${kind.name}`, () => {
    let store: TestStore;
    const backends: SessionBackend[] = [];
    let here: Records;
    let there: Records;
    let saveCount = 0;
    const save = async () => ({ contactId: `id ${(saveCount += 1)}` });

    function instance(): Records {
      const { records, backend } = openRecords(store.address);
      backends.push(backend);
      return records;
    }
    beforeAll(async () => {
      store = await kind.start();
      [here, there] = [instance(), instance()];
      for (const backend of backends) await vi.waitFor(() => backend.ping(), { timeout: 10_000 });
    });
    afterAll(async () => {
      for (const backend of backends) await backend.close();
      await store.stop();
    });

    it("save once, whether sent at the same time or later, on any instance", async () => {
      const before = saveCount;
      const ids = await Promise.all([here, there, here].map((records) => press(records, save, "one")));
      expect(new Set([...ids, await press(there, save, "one")]).size).toBe(1);
      expect(saveCount - before).toBe(1);
    });

    it("save again for other content, another form instance or person, or without a form instance", async () => {
      const before = saveCount;
      const long = "x".repeat(5_000_000);
      for (const [formInstance, post] of [
        ["two", { content: long }],
        ["two", { content: `${long}y` }],
        ["three", { content: long }],
        ["two", { content: long, person: "ben" }],
        ["", { content: long }],
        ["", { content: long }],
      ] as const)
        await press(here, save, formInstance, post);
      expect(saveCount - before).toBe(6);
    });

    it.each(["", "7"])("return the id '%s', even if another form got the same id", async (id) => {
      for (const formInstance of [`answers ${id}`, `answers ${id} again`])
        for (const records of [here, there])
          expect(await press(records, async () => ({ contactId: id }), formInstance)).toBe(id);
    });

    it("save again after a refusal", async () => {
      const refused = press(here, () => Promise.reject(failed("rejected")), "refused");
      await expect(refused).rejects.toMatchObject({ kind: "rejected" });
      expect(await press(there, save, "refused")).toBe(`id ${saveCount}`);
    });

    it("never save a second time if the answer was lost", async () => {
      const before = saveCount;
      const lost = press(here, () => Promise.reject(failed("timeout")), "lost");
      await expect(lost).rejects.toMatchObject({ apiError: { message: createContact.failure } });
      await expect(press(there, save, "lost")).rejects.toThrow(OutcomeUnknown);
      expect(saveCount).toBe(before);
    });
  });
