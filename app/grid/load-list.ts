import { listQuery, type ListDefinition, type ListState } from "./define-list.ts";

/** One page of a list, with the state that it really shows. */
export interface LoadedList<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly state: ListState;
}

type ListReply<Item> = { readonly items: readonly Item[]; readonly totalCount: number };
export type ListQuery = ReturnType<typeof listQuery>;

/**
 * The page of a list that the state asks for, by the one API call that `ask` makes. A page beyond the end (rows
 * were removed since) becomes the last one; with every box of the filter unticked nothing is asked for.
 */
export async function loadList<Item>(
  list: ListDefinition,
  state: ListState,
  ask: (query: ListQuery, filter: readonly string[]) => Promise<ListReply<Item>>,
): Promise<LoadedList<Item>> {
  if (list.filter && state.filter.length === 0) return { items: [], total: 0, state: { ...state, page: 1 } };
  const reply = await ask(listQuery(list, state), state.filter);
  const last = Math.max(1, Math.ceil(reply.totalCount / state.size));
  if (state.page <= last) return { items: reply.items, total: reply.totalCount, state };
  const clamped = { ...state, page: last };
  const { items, totalCount } = await ask(listQuery(list, clamped), state.filter);
  return { items, total: totalCount, state: clamped };
}

const EXPORT_PAGE_SIZE = 100;
/** An API that always has one more page must not keep an export going for ever. */
const EXPORT_MOST = 100_000;

/** Every row of a list by its search, filter and sort, page after page; for exports. */
export async function* everyRow<Item>(
  list: ListDefinition,
  state: ListState,
  ask: (query: ListQuery, filter: readonly string[]) => Promise<ListReply<Item>>,
): AsyncGenerator<Item> {
  if (list.filter && state.filter.length === 0) return;
  let sent = 0;
  for (let page = 1; sent < EXPORT_MOST; page += 1) {
    const query = listQuery(list, { ...state, page, size: EXPORT_PAGE_SIZE });
    const { items, totalCount } = await ask(query, state.filter);
    yield* items;
    sent += items.length;
    if (items.length === 0 || sent >= totalCount) return;
  }
}
