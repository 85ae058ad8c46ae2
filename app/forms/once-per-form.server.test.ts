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
const of = (formInstance: string, content: unknown = { name: "Anna" }) => ({
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
    let made = 0;
    const make = async () => `id ${(made += 1)}`;

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

    it("make one thing, at once and later, on any instance", async () => {
      const before = made;
      const press = (vault: Vault) => oncePerForm(vault, anna, of("one"), make);
      const ids = await Promise.all([press(here), press(there), press(here)]);
      expect(new Set([...ids, await press(there)]).size).toBe(1);
      expect(made - before).toBe(1);
    });

    it("make another for other content, form or person, and where the form has no name", async () => {
      const before = made;
      const long = "x".repeat(5_000_000);
      await oncePerForm(here, anna, of("two", long), make);
      for (const [who, filled] of [
        [anna, of("two", `${long}y`)],
        [anna, of("three", long)],
        [person("ben"), of("two", long)],
        [anna, of("", long)],
        [anna, of("", long)],
      ] as const)
        await oncePerForm(here, who, filled, make);
      expect(made - before).toBe(6);
    });

    it.each(["", "7"])("keep the id '%s', which the API may answer twice", async (id) => {
      for (const formInstance of [`answers ${id}`, `answers ${id} again`])
        for (const vault of [here, there])
          expect(await oncePerForm(vault, anna, of(formInstance), async () => id)).toBe(id);
    });

    it("try again where nothing was made", async () => {
      const refused = oncePerForm(here, anna, of("refused"), () => Promise.reject(failed("rejected")));
      await expect(refused).rejects.toMatchObject({ kind: "rejected" });
      expect(await oncePerForm(there, anna, of("refused"), make)).toBe(`id ${made}`);
    });

    it("never make a second where the answer was lost", async () => {
      const before = made;
      const lost = oncePerForm(here, anna, of("lost"), () => Promise.reject(failed("timeout")));
      await expect(lost).rejects.toMatchObject({ fault: { message: createContact.failure } });
      await expect(oncePerForm(there, anna, of("lost"), make)).rejects.toThrow(OutcomeUnknown);
      expect(made).toBe(before);
    });

    it("never make a second where the process of the first was killed, and wait no longer than for its sign of life", async () => {
      const before = made;
      let begun = false;
      // A killed process writes nothing more.
      const dying: Vault = {
        ...here,
        keepOutcome: async (...kept) => (begun ? undefined : here.keepOutcome(...kept)),
      };
      void oncePerForm(dying, anna, of("killed"), () => {
        begun = true;
        return new Promise(() => undefined);
      });
      await vi.waitFor(() => expect(begun).toBe(true));
      const second = oncePerForm(there, anna, of("killed"), make, { pollMs: 5, deadMs: 200 });
      await expect(second).rejects.toThrow("It is not known whether this was saved");
      expect(made).toBe(before);
    });
  });
