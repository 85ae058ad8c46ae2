import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { personKeyOf, personRecords, personTag, QUOTE_ACCEPTANCES } from "#shared/person.ts";
import { createActivity } from "./activity.ts";
import { erasePerson } from "./erase.ts";
import { storeKinds, type TestStore } from "./testing/stores.ts";
import { jane, startTestPortal, TestBrowser, tokensNamed } from "./testing/test-portal.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

for (const kind of storeKinds)
  describe.skipIf(!kind.available)(`erasing a person in ${kind.name}`, () => {
    let store: TestStore;
    beforeAll(async () => {
      store = await kind.start();
    });
    afterAll(() => store.stop());

    it("also ends the sessions that they began with another address", async () => {
      const { sessions, page, visit, stop } = await startTestPortal(store.address);
      onTestFinished(stop);
      const [before, after] = ["old@example.com", "new@example.com"];
      const browsers = [new TestBrowser(), new TestBrowser()];
      page("/who", (session) => session.user?.id);
      for (const [index, email] of [before!, after!].entries()) {
        const user = { ...jane, id: "moved-1", email };
        page(`/sign-in/${index}`, (session) => session.signIn({ user, tokens: tokensNamed("a") }));
        await visit(browsers[index]!, `/sign-in/${index}`);
      }
      await erasePerson(sessions, before!);
      expect(await Promise.all(browsers.map(async (one) => (await visit(one, "/who")).body))).toEqual([
        null,
        null,
      ]);
    });

    it("ends their sessions, deletes their activity and takes their name out of notes, and touches nobody else", async () => {
      const { sessions, page, visit, stop } = await startTestPortal(store.address);
      onTestFinished(stop);
      const people = [jane, { ...jane, id: "joe-1", fullName: "Joe Bloggs", email: "joe@example.com" }];
      const { records } = sessions;
      const activity = createActivity(records, () => new Date());
      const notes = records.textSet(`${QUOTE_ACCEPTANCES.name} 1001`, QUOTE_ACCEPTANCES.lifeMs);
      const browsers = [new TestBrowser(), new TestBrowser()];
      page("/who", (session) => session.user?.id);
      for (const [index, user] of people.entries()) {
        page(`/sign-in/${index}`, (session) => session.signIn({ user, tokens: tokensNamed("a") }));
        await visit(browsers[index]!, `/sign-in/${index}`);
        await activity.record(user, {
          what: "Signed in",
          outcome: "done",
          account: "1001",
          browser: undefined,
        });
        await records.change(personRecords.welcomed(user), () => true);
        await records.change(personRecords.accepted(user), () => [["1001", user.fullName]]);
        await notes.add([JSON.stringify({ quoteId: `${index}`, by: user.fullName })]);
      }
      const who = async () => Promise.all(browsers.map(async (one) => (await visit(one, "/who")).body));
      expect(await who()).toEqual(["jane-1", "joe-1"]);

      expect(await erasePerson(sessions, " Jane.Plaintext@EXAMPLE.com")).toEqual([
        "1 session ended",
        "1 line of activity deleted",
        "their name removed from 1 accepted quote",
      ]);

      expect(await who()).toEqual([null, "joe-1"]);
      expect(
        (await Promise.all(people.map((user) => activity.list(user)))).map(({ length }) => length),
      ).toEqual([0, 1]);
      expect(await Promise.all(people.map((user) => records.find(personRecords.welcomed(user))))).toEqual([
        undefined,
        true,
      ]);
      expect([...(await notes.members())].toSorted()).toEqual([
        JSON.stringify({ quoteId: "0", by: "Someone" }),
        JSON.stringify({ quoteId: "1", by: "Joe Bloggs" }),
      ]);
      expect(await sessions.persons.personsWith("joe@example.com")).toEqual([personKeyOf(people[1]!)]);
      expect(await erasePerson(sessions, jane.email)).toEqual([]);
    });

    it("leaves the acceptances of a namesake in the same account, and finds those under an earlier name", async () => {
      const { sessions, page, visit, stop } = await startTestPortal(store.address);
      onTestFinished(stop);
      const { records } = sessions;
      const person = { ...jane, id: "married-1", fullName: "Jane Twin", email: "twin@example.com" };
      page("/sign-in", (session) => session.signIn({ user: person, tokens: tokensNamed("a") }));
      await visit(new TestBrowser(), "/sign-in");
      await records.change(personRecords.accepted(person), () => [["1002", "Jane Twin"]]);
      const notes = records.textSet(`${QUOTE_ACCEPTANCES.name} 1002`, QUOTE_ACCEPTANCES.lifeMs);
      const noteOf = (quoteId: string, by: string, id?: string) =>
        JSON.stringify({ quoteId, by, ...(id && { person: personTag({ ...person, id }) }) });
      const others = [noteOf("1", "Jane Twin", "namesake-1"), noteOf("2", "Joe Bloggs")];
      await notes.add([...others, noteOf("3", "Jane Maiden", person.id), noteOf("4", "Jane Twin")]);
      expect(await erasePerson(sessions, person.email)).toContain(
        "their name removed from 2 accepted quotes",
      );
      const erased = ["3", "4"].map((quoteId) => JSON.stringify({ quoteId, by: "Someone" }));
      expect([...(await notes.members())].toSorted()).toEqual([...others, ...erased]);
    });

    it("finds what a person did weeks after their sessions have ended", async () => {
      let now = Date.now();
      const { sessions, page, visit, stop } = await startTestPortal(store.address, { now: () => now });
      onTestFinished(stop);
      const user = { ...jane, id: "late", email: "late@example.com" };
      page("/sign-in", (session) => session.signIn({ user, tokens: tokensNamed("a") }));
      await visit(new TestBrowser(), "/sign-in");
      const activity = createActivity(sessions.records, () => new Date(now));
      await activity.record(user, {
        what: "Signed in",
        outcome: "done",
        account: "1001",
        browser: undefined,
      });
      now += 80 * DAY_MS;
      expect(await erasePerson(sessions, user.email)).toEqual([
        "0 sessions ended",
        "1 line of activity deleted",
        "their name removed from 0 accepted quotes",
      ]);
      expect(await activity.list(user)).toEqual([]);
    });
  });
