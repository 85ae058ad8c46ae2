import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import type { PageFacts } from "#app/document/page-facts.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { SwitchAndOpen } from "#app/errors/switch-and-open.tsx";
import { paths } from "#app/paths.ts";
import { requireAccount } from "#app/request/require.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { LinkList } from "#app/ui/link-list.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { PanelError } from "#app/ui/panel-error.tsx";
import { StatusTag } from "#app/ui/status-tag.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { searchView, type SearchGroup } from "./search-view.server.ts";
import styles from "./search.module.css";

export const handle: PageFacts = { rateLimit: ({ isPost }) => (isPost ? undefined : "searches") };
export const meta = pageTitle("Search");

export async function loader(args: LoaderFunctionArgs) {
  const { commands, ...view } = await searchView(args, await requireAccount(args));
  const [only, ...others] = view.exact;
  if (only && others.length === 0) throw redirect(only.to);
  return { ...view, commands: view.keyword === "" ? [] : commands };
}

export default function Search() {
  const { keyword, number, tooShort, exact, commands, groups, inOtherAccounts } =
    useLoaderData<typeof loader>();
  const shownGroups = groups.filter(({ found }) => !found.ok || found.value.total > 0);
  const emptyNames = groups
    .filter((group) => !shownGroups.includes(group))
    .map(({ noun }) => capitalize(noun));
  return (
    <div className={styles.page}>
      <PageHeader title="Search" />
      <SearchForm key={keyword} keyword={keyword} isRefused={tooShort && commands.length === 0} />
      <p className={styles.summary} role="status">
        {groups.length > 0 && summaryOf(groups, keyword)}
      </p>
      {exact.length > 0 && (
        <Card id="exact" heading={`Number ${number}`} icon="search" flush>
          <LinkList items={exact.map(({ name, to }) => ({ title: name, to }))} />
        </Card>
      )}
      {commands.length > 0 && (
        <Card id="commands" heading="Go to" icon="arrow-right" flush>
          <LinkList items={commands} />
        </Card>
      )}
      {inOtherAccounts.map((found) => (
        <Card key={found.to} id="elsewhere" heading={`${found.name} belongs to ${found.account.name}`}>
          <SwitchAndOpen {...found} />
        </Card>
      ))}
      {number !== undefined && exact.length + inOtherAccounts.length + groups.length === 0 && (
        <EmptyState icon="search">Nothing in this account has the number {number}.</EmptyState>
      )}
      {shownGroups.length > 0 && (
        <div className={styles.groups}>
          {shownGroups.map((group) => (
            <Group key={group.id} {...group} keyword={keyword} />
          ))}
        </div>
      )}
      {shownGroups.length > 0 && emptyNames.length > 0 && (
        <p className={styles.without}>Nothing in {disjunction.format(emptyNames)}.</p>
      )}
      {groups.length > 0 && shownGroups.length === 0 && (
        <EmptyState icon="search">
          Nothing matches ‘{keyword}’ in {disjunction.format(emptyNames)}.
        </EmptyState>
      )}
    </div>
  );
}

function SearchForm({ keyword, isRefused }: { keyword: string; isRefused: boolean }) {
  return (
    <Form className={styles.form} role="search" aria-label="Search">
      <TextInput
        id="search-keyword"
        name="q"
        type="search"
        label="Search this account"
        hint="A page, a name, a place, a number or a word"
        defaultValue={keyword}
        maxLength={100}
        autoComplete="off"
        errors={isRefused ? ["Type at least 3 characters to search"] : undefined}
      />
      <Button variant="primary" icon="search">
        Search
      </Button>
    </Form>
  );
}

function Group({ id, noun, icon, found, keyword }: SearchGroup & { keyword: string }) {
  const hasMore = found.ok && found.value.total > found.value.hits.length;
  return (
    <Card
      id={id}
      heading={capitalize(noun)}
      icon={icon}
      flush={found.ok}
      footer={hasMore && <a href={found.value.seeAll}>{`See all ${found.value.total} ${noun}`}</a>}
    >
      {found.ok ? (
        <LinkList
          items={found.value.hits.map(({ status, ...hit }) => ({
            ...hit,
            after: status && <StatusTag tone={status.tone}>{status.label}</StatusTag>,
          }))}
        />
      ) : (
        <PanelError text={found.message} reference={found.reference} retryTo={paths.search(keyword)} />
      )}
    </Card>
  );
}

const disjunction = new Intl.ListFormat("en-GB", { type: "disjunction" });
const capitalize = (noun: string) => noun.slice(0, 1).toUpperCase() + noun.slice(1);

function summaryOf(groups: readonly SearchGroup[], keyword: string): string {
  const total = groups.reduce((sum, { found }) => sum + (found.ok ? found.value.total : 0), 0);
  if (total === 0) return `No results for ‘${keyword}’`;
  return `${total} ${total === 1 ? "result" : "results"} for ‘${keyword}’`;
}
