import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createContact,
  getBlankContact,
  getContactDetails,
  getContactToEdit,
  listContacts,
  listContactsForDropdown,
  updateContact,
  type Contact,
} from "#app/portal-api/contacts.ts";
import { roleNames } from "#app/portal-api/role-names.ts";
import { roleSum } from "#provider/data/contacts.ts";
import { livePeople } from "#provider/data/live-people.ts";
import { startTestProvider, type TestProvider } from "#provider/test-provider.ts";
import { apiFor } from "./testing/api-for.ts";

describe("contacts", () => {
  let provider: TestProvider;
  beforeAll(async () => {
    provider = await startTestProvider();
  });
  afterAll(() => provider.close());

  const anna = () => apiFor(provider, "Anna", "1001");
  const ella = () => apiFor(provider, "Ella", "1001");
  const findContact = async (searchKeyword: string, api = anna()) => {
    const { items } = await api.call(listContacts, { query: { searchKeyword } });
    return items[0] ?? expect.fail(`no contact for ${searchKeyword}`);
  };
  const open = async (searchKeyword: string, api = anna()) => {
    const { contactId } = await findContact(searchKeyword, api);
    return api.call(getContactToEdit, { params: { id: contactId } });
  };
  const save = (contact: Contact, changes: Partial<Contact>, api = anna()) =>
    api.call(updateContact, { body: { ...contact, ...changes } });
  const refusalOf = async (saving: Promise<unknown>) => {
    const error: unknown = await saving.then(
      () => expect.fail("it was saved"),
      (reason: unknown) => reason,
    );
    return error as { kind: string; brokenRules: unknown[]; serverText?: string };
  };

  describe("the list", () => {
    test("pages contain every contact once, in the requested order", async () => {
      const pages = await Promise.all(
        [1, 2, 3, 4, 5, 6].map((pageNumber) =>
          anna().call(listContacts, { query: { pageNumber, pageSize: 8, sortBy: "fullName ASC" } }),
        ),
      );
      const names = pages.flatMap(({ items }) => items.map(({ fullName }) => fullName.toLowerCase()));
      expect(names).toHaveLength(45);
      expect(pages.map(({ totalCount }) => totalCount)).toEqual([45, 45, 45, 45, 45, 45]);
      expect(names.slice(0, 20)).toEqual(names.slice(0, 20).sort());
      const ids = pages.flatMap(({ items }) => items.map(({ contactId }) => contactId));
      expect(new Set(ids).size).toBe(45);
    });

    test("sorts by the last login in both directions, contacts without one as the oldest", async () => {
      const sorted = async (sortBy: string) => {
        const { items } = await anna().call(listContacts, { query: { sortBy } });
        return items.map(({ lastLogin }) => lastLogin);
      };
      const ascending = await sorted("lastLogin ASC");
      expect(ascending).toContain("");
      expect(ascending).toEqual([...ascending].sort());
      await expect(sorted("lastLogin DESC")).resolves.toEqual([...ascending].sort().reverse());
    });

    test("a search covers name, e-mail, position and telephone, and treats wildcards as letters", async () => {
      const count = async (searchKeyword: string) =>
        (await anna().call(listContacts, { query: { searchKeyword } })).totalCount;
      await expect(count(" anna archer ")).resolves.toBe(1);
      await expect(count("BEN.OSEI@")).resolves.toBe(1);
      await expect(count("Special Projects")).resolves.toBe(1);
      await expect(count("%")).resolves.toBe(0);
    });

    test("shows the state of each login account", async () => {
      const statusOf = async (name: string) => (await findContact(name)).loginAccountStatus;
      await expect(statusOf("Greta Newcombe")).resolves.toBe("Not registered");
      await expect(statusOf("Vera Waiting")).resolves.toBe("Not validated");
      await expect(statusOf("Luca Shutt")).resolves.toBe("Locked");
      await expect(statusOf("Hugo Fresh")).resolves.toBe("New");
      await expect(statusOf("Anna Archer")).resolves.toBe("Active");
    });

    test("has only the account's contacts, without the provider's employees", async () => {
      const { items } = await apiFor(provider, "Anna", "1002").call(listContacts, { query: {} });
      expect(items).toHaveLength(10);
      expect(items.map(({ email }) => email)).not.toContain("ella.reid@provider.example");
      const { contactId } = await findContact("Anna Archer");
      expect(items.map((item) => item.contactId)).not.toContain(contactId);
    });

    test("the drop-down list has every contact, for people without the administrator's role too", async () => {
      const contacts = await apiFor(provider, "Ben", "1001").call(listContactsForDropdown, {});
      expect(contacts).toHaveLength(45);
      expect(contacts.map(({ formattedContactDetails }) => formattedContactDetails)).toContainEqual(
        expect.stringMatching(/^Anna Archer, Operations Director, \d+, anna\.archer@/),
      );
    });
  });

  describe("permissions", () => {
    test("only administrators may list and edit; every user of the account may read a contact", async () => {
      const { contactId: id } = await findContact("Anna Archer");
      const ben = () => apiFor(provider, "Ben", "1001");
      await expect(ben().call(listContacts, { query: {} })).rejects.toMatchObject({ kind: "forbidden" });
      await expect(ben().call(getContactToEdit, { params: { id } })).rejects.toMatchObject({
        kind: "forbidden",
      });
      await expect(ben().call(getContactDetails, { params: { id } })).resolves.toMatchObject({
        fullName: "Anna Archer",
      });
    });

    test.each(["999999", "0", "x'--"])("another account's contact is not found, like id %s", async (id) => {
      const { contactId } = await findContact("Anna Archer");
      const retail = () => apiFor(provider, "Anna", "1002");
      const readings = [contactId, id].map((contactId) =>
        retail().call(getContactToEdit, { params: { id: contactId } }),
      );
      for (const reading of readings) await expect(reading).rejects.toMatchObject({ kind: "notFound" });
    });

    test("only employees may change e-mail and roles of a managed contact", async () => {
      const forAnna = await open("Marta Managed");
      expect(forAnna).toMatchObject({ canWriteEmailProperty: false, canWriteMyPortalRoleProperty: false });
      await expect(open("Marta Managed", ella())).resolves.toMatchObject({
        canWriteEmailProperty: true,
        canWriteMyPortalRoleProperty: true,
      });
      const changes = {
        email: "m@harbourpine.example",
        confirmEmail: "m@harbourpine.example",
        myPortalRole: 2,
      };
      const { brokenRules } = await refusalOf(save(forAnna, { ...changes, isSaveConfirmed: true }));
      expect(brokenRules).toContainEqual(expect.objectContaining({ property: "Email", severity: 0 }));
      expect(brokenRules).toContainEqual(expect.objectContaining({ property: "MyPortalRole", severity: 0 }));
      await save(forAnna, { position: "Chair" });
      await expect(open("Marta Managed")).resolves.toMatchObject({ position: "Chair" });
    });
  });

  describe("saving", () => {
    test("a save stores changes, needs the unknown fields and changes the version", async () => {
      const before = await open("Una Sumner");
      expect(before).toMatchObject({ isDirty: false, parent: null, brokenRulesCollection: [] });
      await save(before, { position: "  Buyer ", notes: "<b>Nights</b>", isSaveConfirmed: true });
      const after = await open("Una Sumner");
      expect(after).toMatchObject({ position: "Buyer", notes: "<b>Nights</b>" });
      expect(after.rowVersion).not.toBe(before.rowVersion);
      const { extensionData: _, ...partial } = after as Contact & { extensionData: unknown };
      await expect(save(partial, {})).rejects.toMatchObject({ serverText: "The object is not complete." });
    });

    test("a new contact is validated and has no roles; after the save it is found by its id", async () => {
      const blank = await anna().call(getBlankContact, {});
      expect(blank).toMatchObject({ myPortalIsValidated: true, myPortalIsLockedOut: false, myPortalRole: 0 });
      expect(blank.contactRoles?.map(({ roleName }) => roleName)).toEqual(roleNames);
      expect(blank.contactRoles?.map(({ roleId }) => roleId)).toEqual(
        roleNames.map((_, index) => 2 ** index),
      );
      const body = {
        ...blank,
        firstNames: "Nell",
        surname: "Newman",
        email: "nell.newman@harbourpine.example",
        confirmEmail: "nell.newman@harbourpine.example",
        addressId: 1,
        myPortalRole: roleSum(["Support", "Orders"]),
      };
      const created = await anna().call(createContact, { body });
      const saved = await anna().call(getContactToEdit, { params: { id: created?.contactId ?? "" } });
      expect(saved).toMatchObject({ fullName: "Nell Newman", loginAccountStatus: "Not registered" });
      expect(
        saved.contactRoles?.filter(({ isSelected }) => isSelected).map(({ roleName }) => roleName),
      ).toEqual(["Orders", "Support"]);
      await expect(refusalOf(anna().call(createContact, { body }))).resolves.toMatchObject({
        brokenRules: [{ property: "Email", ruleName: "UniqueEmail" }],
      });
    });

    test("a save that breaks rules is refused; an empty field breaks Required alone", async () => {
      const contact = await open("Faye Nophone");
      const { brokenRules } = await refusalOf(
        save(contact, {
          surname: "",
          telephone: "12 34  5",
          addressId: 9999,
          confirmEmail: "else@x.example",
        }),
      );
      expect(brokenRules).toEqual([
        expect.objectContaining({ property: "Surname", ruleName: "Required" }),
        expect.objectContaining({ property: "Telephone", ruleName: "Phone", description: "" }),
        expect.objectContaining({ property: "Telephone", ruleName: "StringLength" }),
        expect.objectContaining({ property: "ConfirmEmail", ruleName: "IdenticalFields" }),
        expect.objectContaining({ property: "AddressId", ruleName: "KnownAddress" }),
      ]);
    });

    test("warnings refuse a save until they are confirmed", async () => {
      const contact = await open("Hal Hiddenroles");
      const changes = {
        email: "hal@harbourpine.example",
        confirmEmail: "hal@harbourpine.example",
        myPortalRole: 0,
      };
      const refused = await refusalOf(save(contact, changes));
      expect(refused.brokenRules).toEqual([
        expect.objectContaining({ ruleName: "EmailChangeWarning", severity: 1 }),
        expect.objectContaining({ ruleName: "ContactWithNoRolesWarning", severity: 1 }),
      ]);
      await save(contact, { ...changes, isSaveConfirmed: true });
      await expect(open("Hal Hiddenroles")).resolves.toMatchObject({ myPortalRole: 0, email: changes.email });
    });

    test("an employee's save brings the info that the contact is notified, and can be confirmed", async () => {
      const contact = await open("Tess Daley", ella());
      const refused = await refusalOf(save(contact, {}, ella()));
      expect(refused.brokenRules).toEqual([
        expect.objectContaining({ ruleName: "EmailChangeInfo", severity: 2 }),
      ]);
      await save(contact, { isSaveConfirmed: true }, ella());
    });

    test("removing the last administrator's role causes a warning", async () => {
      const contact = await open("Anna Archer");
      const roleWithoutAdmin = Number(contact.myPortalRole) - roleSum(["MyPortal Admin"]);
      await expect(refusalOf(save(contact, { myPortalRole: roleWithoutAdmin }))).resolves.toMatchObject({
        brokenRules: [{ ruleName: "LastAdministratorWarning", property: "MyPortalRole", severity: 1 }],
      });
    });

    test("the flags for lock and validation determine the roles of the same meaning", async () => {
      const locked = await open("Luca Shutt");
      await save(locked, { myPortalIsLockedOut: false });
      await expect(open("Luca Shutt")).resolves.toMatchObject({ myPortalRole: roleSum(["Support"]) });
      const waiting = await open("Vera Waiting");
      await save(waiting, { myPortalIsValidated: true });
      const validated = await open("Vera Waiting");
      expect(validated).toMatchObject({ myPortalRole: roleSum(["Orders"]), myPortalIsValidated: true });
      expect(validated.myPortalIsValidatedDate).toMatch(/^\d{4}-\d\d-\d\dT/);
    });

    test("a person has the saved roles at the next sign-in", async () => {
      const rolesOfBen = () => livePeople(provider.db).find(({ firstName }) => firstName === "Ben")?.roles;
      expect(rolesOfBen()).toEqual({ "1001": ["Support"] });
      await save(await open("Ben Osei"), { myPortalRole: roleSum(["Support", "Returns"]) });
      expect(rolesOfBen()).toEqual({ "1001": ["Support", "Returns"] });
    });
  });

  describe("conflicts", () => {
    test("the second save is refused with the name of the first editor, and changes nothing", async () => {
      const [first, second] = [await open("Gre", ella()), await open("Gre")];
      await save(first, { position: "Ella's choice", isSaveConfirmed: true }, ella());
      const refused = await refusalOf(save(second, { position: "Anna's choice" }));
      expect(refused).toMatchObject({ kind: "conflict", status: 409 });
      expect(refused.serverText).toMatch(/^Ella Reid .* by another user\.$/);
      await expect(open("Gre")).resolves.toMatchObject({ position: "Ella's choice" });
    });

    test("the surname 'Conflict' causes one conflict", async () => {
      const contact = await open("Piers Proctor");
      await expect(save(contact, { surname: "Conflict" })).rejects.toMatchObject({ kind: "conflict" });
      const changed = await open("Piers Proctor");
      expect(changed).toMatchObject({ position: "Regional Director" });
      await save(changed, { surname: "Conflict" });
      await expect(open("Piers Conflict")).resolves.toMatchObject({ position: "Regional Director" });
    });
  });

  test.each([
    ["Banned", { kind: "rejected", brokenRules: [{ property: "Surname", description: "" }] }],
    ["Payroll", { kind: "rejected", brokenRules: [{ property: "PayrollNumber" }] }],
    ["Warning", { kind: "rejected", brokenRules: [{ property: "Position", severity: 1 }] }],
    ["Info", { kind: "rejected", brokenRules: [{ property: "Surname", severity: 2 }] }],
    [
      "Plain text",
      { kind: "rejected", brokenRules: [], serverText: expect.stringContaining("refused") as string },
    ],
    ["Error500", { kind: "failed", status: 500 }],
    ["Unavailable", { kind: "failed", status: 503 }],
    ["Forbidden", { kind: "forbidden" }],
    ["Gone", { kind: "notFound" }],
    ["Signed out", { kind: "unauthorised" }],
  ])("the surname '%s' causes its fault", async (surname, expected) => {
    await expect(
      save(await open("Len Legacy"), { surname, telephone: "", mobile: "" }),
    ).rejects.toMatchObject(expected);
  });
});
