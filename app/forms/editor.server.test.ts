import { expect, it } from "vitest";
import { defineForm } from "./define-form.ts";
import { fieldsToObject, objectToFields, toApiVersion } from "./object-fields.ts";

const form = defineForm({
  id: "location",
  fields: {
    line1: "Address Line 1",
    line2: "Address Line 2",
    county: "County",
    users: "Users",
    isMain: "Main",
  },
  button: "Save Location",
});
const stored = {
  addressId: 7,
  line1: " 1 Quay ",
  line2: null,
  users: 5,
  isMain: true,
  searchField: "1 quay",
};

it("shows stored values as trimmed text, and missing ones as empty", () => {
  expect(objectToFields(form, stored)).toEqual({
    line1: "1 Quay",
    line2: "",
    county: "",
    users: "5",
    isMain: "on",
  });
});

it("writes the whole object: missing values stay missing, others can be emptied, numbers stay numbers", () => {
  const sent = fieldsToObject(stored, { line1: "", line2: "", county: "", users: "12" });
  expect(sent).toEqual({ ...stored, line1: "", county: undefined, users: 12 });
  expect(fieldsToObject(stored, { users: "" }).users).toBe(0);
  expect(fieldsToObject({ ...stored, users: -1 }, { users: "" }).users).toBe(-1);
  expect(fieldsToObject(stored, { users: "many" }).users).toBe("many");
  // Nothing that a number can't hold becomes another one.
  expect(fieldsToObject(stored, { users: "9007199254740993" }).users).toBe("9007199254740993");
  const phone = fieldsToObject({ phone: 1 }, { phone: "01632960123" }, { kinds: { phone: "phone" } });
  expect(phone).toEqual({ phone: "01632960123" });
});

it("leaves a value as it is stored if what the form cleaned is all that differs", () => {
  const contact = { telephone: "01132 960103", mobile: "+44 (0)7700 900123" };
  const settings = { kinds: { telephone: "phone", mobile: "phone" } } as const;
  expect(fieldsToObject(contact, { telephone: "01132960103", mobile: "07700900123" }, settings)).toEqual(
    contact,
  );
  expect(fieldsToObject(contact, { telephone: "01132960104" }, settings).telephone).toBe("01132960104");
  expect(fieldsToObject({ name: "Anna\u00a0B" }, { name: "Anna B" })).toEqual({ name: "Anna\u00a0B" });
});

it("sends a chosen id in the API's type, and unchanged values exactly as they were", () => {
  const places = defineForm({ id: "x", fields: { placeId: "", typeId: "", line1: "" }, button: "Save" });
  const choice = (apiId: string | number) => ({ value: String(apiId), label: "", apiId });
  const odd = { placeId: -1, typeId: "0", line1: { text: "1 Quay" }, line2: " x " };
  expect(objectToFields(places, odd)).toEqual({ placeId: "", typeId: "", line1: "" });
  expect(fieldsToObject(odd, { placeId: "", typeId: "", line1: "", line2: "x" })).toEqual(odd);
  expect(
    fieldsToObject(odd, { typeId: "7" }, { choices: { placeId: [choice(9)], typeId: [choice(7)] } })[
      "typeId"
    ],
  ).toBe(7);
  expect(
    fieldsToObject(
      { placeId: null },
      { placeId: "7" },
      { choices: { typeId: [choice("7")], placeId: [choice(7)] } },
    ).placeId,
  ).toBe(7);
  expect(fieldsToObject({ placeId: 7 }, { placeId: "" }, { choices: { placeId: [choice(7)] } }).placeId).toBe(
    0,
  );
});

it("sends the posted row version in the API's type, and null if the API has no versions", () => {
  const versions = [
    toApiVersion("NEW=", ""),
    toApiVersion(7, ""),
    toApiVersion(7, "6"),
    toApiVersion(null, ""),
  ];
  expect(versions).toEqual(["", 0, 6, null]);
});

it("a boolean that has choices is text in the form", () => {
  const contact = defineForm({ id: "x", fields: { name: "", isPaper: "" }, button: "Save" });
  const choices = { isPaper: [true, false].map((apiId) => ({ value: String(apiId), label: "", apiId })) };
  const stored = { name: "Anna", isPaper: false };
  expect(objectToFields(contact, stored, choices)).toEqual({ name: "Anna", isPaper: "false" });
  expect(fieldsToObject(stored, { isPaper: "true" }, { choices })).toEqual({ name: "Anna", isPaper: true });
  expect(fieldsToObject(stored, { isPaper: "" }, { choices })).toEqual(stored);
});
