import { describe, expect, it } from "vitest";
import { anna, startWithAnna } from "../support/anna.ts";
import { headingOf, textOf, textsOf, titleOf, type Page } from "../support/visitor.ts";
import { world } from "../support/world.ts";

startWithAnna();

/** What the specification says about a list. What all lists do is tested here, and what only one does in its area. */
interface List {
  readonly path: string;
  readonly title: string;
  readonly id: string;
  /** How sentences name its rows. */
  readonly noun: string;
  /** Their headings with `|` between them; those after `‖` aren't in the CSV. */
  readonly columns: string;
  /** The headings that only the CSV has. */
  readonly csvColumns?: string;
  /** The heading that the rows are sorted by at first, and the direction. */
  readonly sorted: readonly [heading: string, direction: "ascending" | "descending"];
  readonly unsorted?: readonly string[];
  readonly size?: number;
  /** Part of the path of the API call that reads its rows. */
  readonly call: string;
  /** Whether an export that fails leads back to the list, which then shows the message. */
  readonly exportLeadsBack?: boolean;
  /** All values of its filter, as a query. */
  readonly all?: string;
}

const lists: readonly List[] = [
  {
    path: "/account/contacts",
    title: "Manage Contacts",
    id: "contacts",
    noun: "contacts",
    columns: "Title|Full Name|Email|Position|Account Status|Last Login‖Edit",
    sorted: ["Full Name", "ascending"],
    unsorted: ["Account Status"],
    call: "/Contact",
  },
  {
    path: "/account/locations",
    title: "Manage Locations",
    id: "locations",
    noun: "locations",
    columns: "Address|Post Code|Notes‖Edit",
    sorted: ["Address", "ascending"],
    unsorted: ["Notes"],
    size: 10,
    call: "/Address/Index",
  },
  {
    path: "/invoices",
    title: "Invoices",
    id: "invoices",
    noun: "invoices",
    columns: "Invoice|Date Issued|Order Number|Account Number|Status|Total‖View|Download",
    csvColumns: "Outstanding Amount",
    sorted: ["Date Issued", "descending"],
    call: "/Invoice/MyInvoices",
    exportLeadsBack: true,
    all: "status=live&status=on-hold&status=completed&status=disputed",
  },
  {
    path: "/invoices/manage-direct-debit",
    title: "Direct Debits",
    id: "direct-debits",
    noun: "Direct Debits",
    columns:
      "Account Number|Bank Sort Code|Bank Account Number|Direct Debit Reference|Account Name‖View|Letter",
    sorted: ["Account Number", "ascending"],
    call: "DirectDebit",
  },
  {
    path: "/products/quotes",
    title: "Quotes",
    id: "quotes",
    noun: "quotes",
    columns: "Project ID|Quote ID|Date|Contact|Linked Quotes|Details|Lines|Versions|Total Value|Status‖View",
    sorted: ["Quote ID", "descending"],
    unsorted: ["Linked Quotes"],
    call: "/Quote",
    all: "status=pending&status=ordered&status=declined",
  },
  {
    path: "/products/subscriptions",
    title: "Subscriptions",
    id: "subscriptions",
    noun: "subscriptions",
    columns: "Vendor|Issue Date|Notes|Expires|Status‖View",
    csvColumns: "Days to Expiry",
    sorted: ["Issue Date", "descending"],
    call: "/License",
    all: "status=active&status=expires-soon&status=no-expiry&status=expired",
  },
  {
    path: "/products/returns",
    title: "Returns",
    id: "returns",
    noun: "returns",
    columns: "Return ID|Type|Status‖View",
    sorted: ["Return ID", "descending"],
    call: "/Returns",
    all: "status=open&status=pending&status=closed",
  },
  {
    path: "/tickets",
    title: "Tickets",
    id: "tickets",
    noun: "tickets",
    columns: "Ticket Number|Date Issued|Assigned To|Details|Status‖View",
    csvColumns: "Summary|Contact|Last Updated",
    sorted: ["Date Issued", "descending"],
    call: "MyTickets",
    all: "status=new&status=in-progress&status=deferred&status=closed",
  },
  {
    path: "/notifications",
    title: "Notifications",
    id: "notifications",
    noun: "notifications",
    columns: "Date Issued|Priority|Subject|Status‖View",
    csvColumns: "Issued By|Message",
    sorted: ["Date Issued", "descending"],
    call: "MyNotifications",
    all: "status=unread&status=read&status=archived",
  },
];

/** The address that each row links to. */
const rowsOf = ({ $ }: Page, { id }: List) =>
  $(`#${id} tbody tr`)
    .map((_, row) => $(row).find("[data-row-link]").first().attr("href")?.replace(/\?.*/, ""))
    .get();
/** How often the Tab key stops at a way to each row's page. */
const stopsOf = ({ $ }: Page, { id }: List) =>
  $(`#${id} tbody tr`)
    .map((_, row) => {
      const to = $(row).find("[data-row-link]").attr("href");
      return $(row).find(`a[href="${to}"]:not([tabindex])`).length;
    })
    .get();
const headingsOf = (page: Page, { id }: List) => textsOf(page, `#${id} thead th`);

describe.each(lists)("$path", (list) => {
  const { path, id, noun, all = "", size = 8, sorted, call } = list;
  const [words = "", icons = ""] = list.columns.split("‖");
  const columns = words.split("|");
  const open = (query: string) => anna.get(`${path}?${query}`);

  it("shows its columns and its first rows in their order, and the next ones on the next page", async () => {
    const [first, second] = await Promise.all([open(all), open(`${all}&page=2`)]);
    expect([first.status, titleOf(first)]).toEqual([200, `Customer Portal - ${list.title}`]);
    expect(first.headers.get("cache-control")).toBe("no-store");
    expect(headingsOf(first, list)).toEqual([...columns, ...icons.split("|")]);
    expect(first.$(`#${id} th[aria-sort=${sorted[1]}]`).text().trim()).toBe(sorted[0]);
    expect(new Set(stopsOf(first, list))).toEqual(new Set([1]));
    const isAll = rowsOf(first, list).length < size;
    const shown = [...rowsOf(first, list), ...(isAll ? [] : rowsOf(second, list))];
    expect(rowsOf(first, list).length).toBeLessThanOrEqual(size);
    expect(rowsOf(await open(`${all}&size=100`), list).slice(0, shown.length)).toEqual(shown);
    expect(new Set(shown).size).toBe(shown.length);
  });

  it("can be sorted by each sortable column, both ways, and begins on page 1 again", async () => {
    const page = await open(`${all}&page=2`);
    const sortable = columns.filter((one) => !list.unsorted?.includes(one));
    const links = page.$(`#${id} thead th a`);
    expect(links.map((_, link) => page.$(link).text().trim()).get()).toEqual(sortable);
    const whole = `${all}&size=100`;
    for (const [index, heading] of sortable.entries()) {
      const to = new URLSearchParams(page.$(links[index]!).attr("href"));
      expect(to.get("page")).toBeNull();
      const key = to.get("sort")?.replace("-", "");
      const [up, down] = await Promise.all([open(`${whole}&sort=${key}`), open(`${all}&sort=-${key}`)]);
      expect(up.$(`#${id} th[aria-sort=ascending]`).text().trim()).toBe(heading);
      expect(down.$(`#${id} th[aria-sort=descending]`).text().trim()).toBe(heading);
      const column = ({ $ }: Page) =>
        $(`#${id} tbody tr`)
          .map((_, row) => $(row).children().eq(columns.indexOf(heading)).text().trim().split(" ")[0])
          .get();
      // Rows without a value come last both ways; those with the same value have no order to compare.
      const [first, last] = [up, down].map((sorted) =>
        column(sorted).filter((text) => text && text !== "Never"),
      ) as [string[], string[]];
      if (column(up).length < 100) expect(last[0], heading).toBe(first.at(-1));
    }
  });

  it("says that nothing matches a search", async () => {
    expect(textOf(await open("search=zzzz"))).toMatch(
      new RegExp(`No ${noun} match ‘zzzz’( with this filter)?\\.`),
    );
  });

  it("comes as a CSV of all rows, whatever page is shown, without formulas", async () => {
    const [file, page] = await Promise.all([
      anna.get(`${path}/export.csv?${all}&page=3`),
      open(`${all}&size=100`),
    ]);
    expect(file.headers.get("content-disposition")).toBe(`attachment; filename=${id}.csv`);
    const [head = "", ...lines] = file.text
      .replace(/^\uFEFF/, "")
      .trimEnd()
      .split("\r\n");
    expect(head).toBe([...columns, ...(list.csvColumns?.split("|") ?? [])].join(","));
    expect(lines.length).toBeGreaterThanOrEqual(rowsOf(page, list).length);
    expect(file.text).not.toMatch(/(^|,)"?[=@+-](?!\d)/m);
  });

  it.each(["", "/export.csv"])("%s says when the API fails", async (rest) => {
    const search = rest === "" ? "?search=kept" : "";
    const answer = await world.api.failing(call, () => anna.get(path + rest + search));
    const leadsBack = rest !== "" && list.exportLeadsBack;
    expect([answer.status, answer.location]).toEqual(leadsBack ? [303, path] : [502, undefined]);
    const page = leadsBack ? await anna.get(path) : answer;
    expect(page.text).toContain(`There was an error loading ${noun}.`);
    expect(answer.headers.get("content-disposition")).toBeNull();
    if (rest !== "") return;
    expect([headingOf(page), rowsOf(page, list)]).toEqual([list.title, []]);
    expect(page.$(`#${id} [type=search]`).val()).toBe("kept");
    expect(page.$("main").text().split(`There was an error loading ${noun}.`)).toHaveLength(2);
  });
});

describe("any list", () => {
  const open = (query: string) => anna.get(`/account/contacts?${query}`);

  it.each([
    "page=0",
    "page=x&size=7&sort=__proto__&status=constructor",
    "search=%00%E2%80%AE",
    "sort=-nothing",
  ])("is shown whatever its address says: %s", async (query) => {
    const page = await open(query);
    expect([page.status, page.$("#contacts thead").length]).toEqual([200, 1]);
  });

  it("searches for no part of a keyword that's too long, and says so", async () => {
    const page = await open(`search=${"x".repeat(101)}`);
    expect(page.$("input[name=search]").val()).toBe("x".repeat(101));
    expect(page.$("#contacts-search-error").text()).toContain("Type no more than 100 characters to search");
    expect(textOf(page)).not.toMatch(/No .+ match/);
  });

  it("keeps its page when the API can't be reached, with and without scripts, and offers to try again", async () => {
    const cut = ({ path }: { path: string }) => (path.includes("/Contact") ? { isReset: true } : undefined);
    const [page, loaded] = await world.api.scripted(cut, async () => [
      await open("search=kept"),
      await anna.get("/account/contacts.data?search=kept"),
    ]);
    expect(page.status).toBe(503);
    expect(headingOf(page)).toBe("Manage Contacts");
    expect(page.$("#contacts tbody tr").length).toBe(0);
    const alert = page.$("#contacts [role=alert]");
    expect(alert.text()).toMatch(/There was an error loading contacts\.Reference .+Try again$/);
    expect(alert.find("a").attr("href")).toBe("/account/contacts?search=kept");
    expect(loaded.status).toBe(503);
    expect(loaded.headers.get("content-type")).toContain("text/x-script");
    expect(loaded.text).toContain("There was an error loading contacts.");
  });
});
