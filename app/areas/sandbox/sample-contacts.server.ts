import { defineList } from "#app/grid/define-list.server.ts";
import { paths } from "#shared/paths.ts";

const people = [
  ["Mr", "Arthur Bell", "Managing Director"],
  ["Mrs", "Beatrice Cole", "Finance Manager"],
  ["Miss", "Clara Dunn", "Office Manager"],
  ["Ms", "Diana Ellis", "IT Manager"],
  ["Mr", "Edward Frost", "Warehouse Supervisor"],
  ["Mrs", "Fiona Grant", "Buyer"],
  ["Miss", "Grace Hale", "Receptionist"],
  ["Ms", "Hannah Irving", "Accounts Assistant"],
  ["Mr", "Ian Joyce", "Engineer"],
  ["Mrs", "Julia Kemp", "Sales Manager"],
  ["Miss", "Karen Lowe", "Marketing Assistant"],
  ["Ms", "Laura Marsh", "Operations Manager"],
  ["Mr", "Martin Nash", "Driver"],
  ["Mrs", "Nora Olsen", "Personal Assistant"],
  ["Miss", "Olivia Price", "Apprentice"],
  ["Ms", "Paula Quinn", "Customer Services"],
  ["Mr", "Robert Shaw", "Facilities Manager"],
  ["Mrs", "Sarah Todd", "Payroll"],
  ["Miss", "Tessa Usher", "Designer"],
  ["Ms", "Violet Webb", "Head of Procurement"],
] as const;

/** Invented people. Their phone numbers are from ranges that Ofcom reserves for fiction. */
export const sampleContacts = people.map(([title, fullName, position], index) => ({
  id: index + 1,
  title,
  fullName,
  email: `${fullName.toLowerCase().replace(" ", ".")}@sample.example`,
  position,
  mobile: `07700 9001${10 + index}`,
  telephone: `01632 9600${10 + index}`,
}));

export const sampleContactList = defineList({
  id: "sample-contacts",
  path: paths.sandbox(),
  noun: "sample contacts",
  empty: "There are no sample contacts.",
  csv: false,
  columns: [
    { key: "id", label: "ID", sort: "id", order: ({ id }) => id },
    { key: "title", label: "Title", sort: "title" },
    { key: "fullName", label: "Full Name", sort: "fullName" },
    { key: "email", label: "Email", sort: "email" },
    { key: "position", label: "Position", sort: "position" },
    { key: "mobile", label: "Mobile", text: ({ mobile }) => mobile },
    { key: "telephone", label: "Telephone", text: ({ telephone }) => telephone },
  ],
  defaultSort: "id",
  defaultSize: 5,
  sizes: [5, 10, 20],
  search: { label: "Search sample contacts", delayMs: 1000 },
  keyOf: ({ id }: (typeof sampleContacts)[number]) => String(id),
});
