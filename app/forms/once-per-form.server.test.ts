import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createContact } from "#app/portal-api/contacts.ts";
import { failedCall } from "#app/portal-api/errors.ts";
import type { SessionBackend } from "#server/session/session-backend.ts";
import { openVault, storeKinds, type TestStore } from "#server/session/testing/stores.ts";
import type { Vault } from "#server/session/vault.ts";
import { oncePerForm, OutcomeUnknown } from "./once-per-form.server.ts";

const person = (id: string) =>
  ({ user: { id }, account: { clientId: "1001" } }) as Parameters<typeof oncePerForm>[1];
const anna = person("anna");
const postOf = (formInstance: string, content: unknown = { name: "Anna" }) => ({
  formInstance,
  content,
  call: createContact,
});
const failed = (kind: "rejected" | "timeout") => failedCall(createContact, { kind });

for (const kind of storeKinds)
  describe.skipIf(!kind.available)(`one form's posts over ${kind.name}`, () => {
    let store: TestStore;
    const backends: SessionBackend[] = [];
    let here: Vault;
    let there: Vault;
    let saveCount = 0;
    const save = async () => `id ${(saveCount += 1)}`;

    function instance(): Vault {
      const { vault, backend } = openVault(store.address);
      backends.push(backend);
      return vault;
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
      const press = (vault: Vault) => oncePerForm(vault, anna, postOf("one"), save);
      const ids = await Promise.all([press(here), press(there), press(here)]);
      expect(new Set([...ids, await press(there)]).size).toBe(1);
      expect(saveCount - before).toBe(1);
    });

    it("save again for other content, another form instance or person, or without a form instance", async () => {
      const before = saveCount;
      const long = "x".repeat(5_000_000);
      await oncePerForm(here, anna, postOf("two", long), save);
      for (const [sender, formPost] of [
        [anna, postOf("two", `${long}y`)],
        [anna, postOf("three", long)],
        [person("ben"), postOf("two", long)],
        [anna, postOf("", long)],
        [anna, postOf("", long)],
      ] as const)
        await oncePerForm(here, sender, formPost, save);
      expect(saveCount - before).toBe(6);
    });

    it.each(["", "7"])("return the id '%s', even if another form got the same id", async (id) => {
      for (const formInstance of [`answers ${id}`, `answers ${id} again`])
        for (const vault of [here, there])
          expect(await oncePerForm(vault, anna, postOf(formInstance), async () => id)).toBe(id);
    });

    it("save again after a refusal", async () => {
      const refused = oncePerForm(here, anna, postOf("refused"), () => Promise.reject(failed("rejected")));
      await expect(refused).rejects.toMatchObject({ kind: "rejected" });
      expect(await oncePerForm(there, anna, postOf("refused"), save)).toBe(`id ${saveCount}`);
    });

    it("never save a second time if the answer was lost", async () => {
      const before = saveCount;
      const lost = oncePerForm(here, anna, postOf("lost"), () => Promise.reject(failed("timeout")));
      await expect(lost).rejects.toMatchObject({ apiError: { message: createContact.failure } });
      await expect(oncePerForm(there, anna, postOf("lost"), save)).rejects.toThrow(OutcomeUnknown);
      expect(saveCount).toBe(before);
    });

    it("never save a second time if the first process was killed, and stop waiting when it is silent", async () => {
      const before = saveCount;
      let begun = false;
      // A killed process writes nothing more.
      const dying: Vault = {
        ...here,
        set: async (...kept) => (begun ? undefined : here.set(...kept)),
      };
      void oncePerForm(dying, anna, postOf("killed"), () => {
        begun = true;
        return new Promise(() => undefined);
      });
      await vi.waitFor(() => expect(begun).toBe(true));
      const second = oncePerForm(there, anna, postOf("killed"), save, { pollMs: 5, deadMs: 200 });
      await expect(second).rejects.toThrow("It is not known whether this was saved");
      expect(saveCount).toBe(before);
    });
  });
