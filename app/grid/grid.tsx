import { useLocation, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Message } from "#app/ui/message.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { PanelError } from "#app/ui/panel-error.tsx";
import { FilterForm, SearchForm, SelectForm, SizeForm, SortForm } from "./grid-forms.tsx";
import { GridPaging } from "./grid-paging.tsx";
import { GridRows, type RowOptions } from "./grid-rows.tsx";
import styles from "./grid.module.css";
import type { ListView } from "./list-loader.server.ts";
import { isNarrowed, listQueryString, moreItemsText, scopeOf } from "./list-state.ts";

interface GridProps<Key extends string, RowData> extends RowOptions<Key, RowData> {
  view: ListView<Key, RowData>;
  actions?: ReactNode;
}

interface ListPageProps<Key extends string, RowData> extends GridProps<Key, RowData> {
  title: string;
  intro?: ReactNode;
  /** A link to the previous page, for a list that isn't in the menu. */
  back?: { to: string; label: string };
  children?: ReactNode;
}

export function ListPage<Key extends string, RowData>({
  title,
  intro,
  back,
  children,
  ...grid
}: ListPageProps<Key, RowData>) {
  const isSaving = useNavigation().formMethod === "POST";
  return (
    <div aria-busy={isSaving || undefined}>
      <PageHeader title={title} intro={intro && <p>{intro}</p>} back={back} />
      {children}
      <Grid {...grid} />
    </div>
  );
}

export function Grid<Key extends string, RowData>(props: GridProps<Key, RowData>) {
  const { view, actions, submitName } = props;
  const { list, state, total, rows } = view;
  const { pathname } = useLocation();
  const navigation = useNavigation();
  const isLoading = navigation.state === "loading" && navigation.location.pathname === pathname;
  return (
    <div className={styles.grid} id={list.id} aria-busy={isLoading || undefined}>
      <div className={styles.tools}>
        {list.search && <SearchForm {...{ list, state, submitName }} />}
        {list.filter && <FilterForm list={list} state={state} />}
        {list.scope && (
          <SelectForm
            {...{ list, state }}
            {...list.scope}
            className={styles.size}
            button="Show"
            shown={scopeOf(list, state)}
          />
        )}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {view.omitted !== undefined && (
        <Message tone="warning">
          {`We couldn't load all the ${list.noun}: ${moreItemsText(view.omitted)} not shown or searched here.`}
        </Message>
      )}
      {rows.length > 0 ? <GridRows {...props} /> : <EmptyList {...view} />}
      {/* An empty list already says so; this is how screen readers hear it. */}
      <div className={total > 0 ? styles.foot : "visually-hidden"}>
        {!view.failure && (
          <p className={styles.shown} role="status">
            {rangeText(view)}
          </p>
        )}
        {total > 0 && <GridPaging {...{ list, state, total, submitName }} />}
        {list.csv !== false && total > 0 && (
          <ButtonLink
            to={`${list.path}/export.csv${listQueryString(list, state)}`}
            icon="download"
            variant="quiet"
            reloadDocument
            // With `download` the browser would save the error page as a file.
            download={list.csv !== "or-redirect-back"}
          >
            Download CSV
          </ButtonLink>
        )}
        {total > 0 && <SortForm {...{ list, state, submitName }} />}
        {total > 0 && <SizeForm {...{ list, state, submitName }} />}
      </div>
    </div>
  );
}

function EmptyList({ list, state, total, failure }: ListView) {
  if (failure)
    return (
      <div role="alert">
        <PanelError {...failure} retryTo={list.path + listQueryString(list, state, { page: state.page })} />
      </div>
    );
  // The API sent a total but no rows for this page.
  if (total > 0) return <EmptyState icon={list.emptyIcon}>No {list.noun} on this page</EmptyState>;
  if (!isNarrowed(list, state)) return <EmptyState icon={list.emptyIcon}>{list.empty}</EmptyState>;
  const { defaults = [], choices = [] } = list.filter ?? {};
  const link = (text: string, filter: readonly string[]) => (
    <ButtonLink to={listQueryString(list, state, { filter, otherParams: [] })}>{text}</ButtonLink>
  );
  if (state.search === "")
    return (
      <EmptyState icon="search" action={link("Clear filter", defaults)}>
        No {list.noun} match this filter.
      </EmptyState>
    );
  const isFiltered = state.filter.length < choices.length;
  const everything = choices.map(({ value }) => value);
  return (
    <EmptyState icon="search" action={isFiltered && link(`Search all ${list.noun}`, everything)}>
      No {list.noun} match ‘{state.search}’{isFiltered && " with this filter"}.
    </EmptyState>
  );
}

function rangeText({ list, state: { page, size }, total, rows }: ListView): string {
  if (total === 0) return `No ${list.noun} to show`;
  const offset = (page - 1) * size;
  return rows.length === 0 ? `0 of ${total}` : `Showing ${offset + 1}–${offset + rows.length} of ${total}`;
}
