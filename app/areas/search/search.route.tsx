import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/document/page-title.ts";
import { SwitchAndOpen } from "#app/errors/switch-and-open.tsx";
import { requireAccount } from "#app/request/require.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { LinkList } from "#app/ui/link-list.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { PanelError } from "#app/ui/panel-error.tsx";
import { StatusTag } from "#app/ui/status-tag.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { PageFacts } from "#shared/page-facts.ts";
import { paths } from "#shared/paths.ts";
import { searchView, type SearchGroup } from "./search-view.server.ts";
import styles from "./search.module.css";

export const handle: PageFacts = { rateLimit: ({ isPost }) => (isPost ? undefined : "searches") };
export const meta = pageTitle("Search");

export async function loader(args: LoaderFunctionArgs) {
  const { commands, ...view } = await searchView(args, await requireAccount(args));
  const [match, ...otherMatches] = view.exactMatches;
  if (match && otherMatches.length === 0) throw redirect(match.to);
  return { ...view, commands: view.keyword === "" ? [] : commands };
}

export default function Search() {
  const { keyword, number, error, exactMatches, commands, groups, inOtherAccounts } =
    useLoaderData<typeof loader>();
  const shownGroups = groups.filter(({ result }) => !result.ok || result.value.total > 0);
  const emptyGroupNames = groups
    .filter((group) => !shownGroups.includes(group))
    .map(({ noun }) => capitalize(noun));
  return (
    <div className={styles.page}>
      <PageHeader title="Search" />
      <SearchForm key={keyword} keyword={keyword} error={commands.length === 0 ? error : undefined} />
      <p className={styles.summary} role="status">
        {groups.length > 0 && summaryOf(groups, keyword)}
      </p>
      {exactMatches.length > 0 && (
        <Card id="exact" heading={`Number ${number}`} icon="search" flush>
          <LinkList items={exactMatches.map(({ name, to }) => ({ title: name, to }))} />
        </Card>
      )}
      {commands.length > 0 && (
        <Card id="commands" heading="Go to" icon="arrow-right" flush>
          <LinkList items={commands} />
        </Card>
      )}
      {inOtherAccounts.map((match, index) => (
        <Card
          key={`${match.account.id} ${match.to}`}
          id={`elsewhere-${index + 1}`}
          heading={`${match.name} is in another of your accounts, ${match.account.name}`}
        >
          <SwitchAndOpen {...match} />
        </Card>
      ))}
      {number !== undefined && exactMatches.length + inOtherAccounts.length + groups.length === 0 && (
        <EmptyState icon="search">There&apos;s nothing in this account with the number {number}.</EmptyState>
      )}
      {shownGroups.length > 0 && (
        <div className={styles.groups}>
          {shownGroups.map((group) => (
            <Group key={group.id} {...group} keyword={keyword} />
          ))}
        </div>
      )}
      {shownGroups.length > 0 && emptyGroupNames.length > 0 && (
        <p className={styles.without}>Nothing in {disjunction.format(emptyGroupNames)}.</p>
      )}
      {groups.length > 0 && shownGroups.length === 0 && (
        <EmptyState icon="search">
          Nothing matches ‘{keyword}’ in {disjunction.format(emptyGroupNames)}.
        </EmptyState>
      )}
    </div>
  );
}

function SearchForm({ keyword, error }: { keyword: string; error: string | undefined }) {
  return (
    <Form className={styles.form} role="search" aria-label="Search">
      <TextInput
        id="search-keyword"
        name="q"
        type="search"
        label="Search this account"
        hint="Search by page, name, place, number or keyword"
        defaultValue={keyword}
        autoComplete="off"
        errors={error === undefined ? undefined : [error]}
      />
      <Button variant="primary" icon="search">
        Search
      </Button>
    </Form>
  );
}

function Group({ id, noun, icon, result, keyword }: SearchGroup & { keyword: string }) {
  const hasMore = result.ok && result.value.total > result.value.hits.length;
  return (
    <Card
      id={id}
      heading={capitalize(noun)}
      icon={icon}
      flush={result.ok}
      footer={hasMore && <a href={result.value.seeAll}>{`See all ${result.value.total} ${noun}`}</a>}
    >
      {result.ok ? (
        <LinkList
          items={result.value.hits.map(({ status, ...hit }) => ({
            ...hit,
            after: status && <StatusTag tone={status.tone}>{status.label}</StatusTag>,
          }))}
        />
      ) : (
        <PanelError {...result} retryTo={paths.search(keyword)} />
      )}
    </Card>
  );
}

const disjunction = new Intl.ListFormat("en-GB", { type: "disjunction" });
const capitalize = (noun: string) => noun.slice(0, 1).toUpperCase() + noun.slice(1);

function summaryOf(groups: readonly SearchGroup[], keyword: string): string {
  const total = groups.reduce((sum, { result }) => sum + (result.ok ? result.value.total : 0), 0);
  if (total === 0) return `No results for ‘${keyword}’`;
  return `${total} ${total === 1 ? "result" : "results"} for ‘${keyword}’`;
}
