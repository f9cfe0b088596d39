import { useCallback, useEffect, useRef } from 'react';
import type { AnyResource, Filter } from '@/schema';
import type { Parent } from '../../../fields/kit/contracts';
import type { Creation } from '../../../fields/kit/paths';
import { countOf, type Row, type Selection } from './selection';
import { useListActions, type Creates, type ListActions } from './useListActions';
import { useListQuestion, type ListQuestion } from './useListQuestion';
import { useListRows, type ListRows } from './useListRows';
import type { ChangeList } from './useListState';
import type { ListTotal } from './useListTotal';
import { useListViews, type ListViews } from './useListViews';
import { useOpenRecord, type OpenRecord } from './useOpenRecord';
import { useSame } from './useSame';
import { useSelection } from './useSelection';

export interface ListOptions {
  /** The workspace of the list. */
  readonly parent?: Parent | undefined;
  /** A condition of the screen that nobody may remove. */
  readonly fixed?: Filter | null | undefined;
  /** Inside another screen: its state stays in memory, it has no saved views, and no record opens next to it. */
  readonly embedded?: boolean | undefined;
  /** The workspace of a new record, and its known values; those of the list when absent. */
  readonly creates?: Creates | null | undefined;
  /** Where a new record begins when no form makes it. */
  readonly begins?: Creation | undefined;
}
/** The selection, and how it is changed. */
export interface ListSelection {
  /** Whether any action works on a selection. */
  readonly isPossible: boolean;
  readonly chosen: Selection;
  readonly count: number;
  /** Every row of the page is selected and more records match. */
  readonly mayTakeAll: boolean;
  readonly select: (selection: Selection) => void;
  readonly toggle: (id: number, isRange?: boolean) => void;
  readonly put: (ids: readonly number[], isChosen: boolean) => void;
  readonly togglePage: () => void;
}
/**
 * A list without its display: its query, its rows, its selection and its actions. A table, a board or a calendar is a view of it
 * (`ListLayout`).
 */
export interface ListModel {
  readonly resource: AnyResource;
  readonly parent: Parent | undefined;
  readonly isEmbedded: boolean;
  /** Columns, order, filter, search and page, and how to change them. */
  readonly question: ListQuestion;
  /** Rows, total and sums; whether they are loading, old or failed. */
  readonly answer: ListRows;
  /** The range of the rows, and how to get to the others. */
  readonly pager: Omit<ListTotal, 'totals'> & { readonly change: ChangeList; readonly onReach: () => void };
  readonly rowOf: (id: number) => Row | undefined;
  /** Makes rows known that a layout loaded by itself, so that their menus and keys work. */
  readonly addRows: (rows: readonly Row[]) => void;
  readonly selection: ListSelection;
  readonly actions: ListActions;
  /** Saved views; undefined when none are stored. */
  readonly views: ListViews | undefined;
  /** The record in the panel; null when there is no panel. */
  readonly panel: OpenRecord | null;
}

/** When rows were removed in the meantime, this page may be empty: the last existing one is shown instead. */
const useLastPage = ({ state, change }: ListQuestion, { isFetching, total }: ListRows): void => {
  const last = Math.max(1, Math.ceil((total ?? 0) / state.perpage));
  useEffect(() => {
    if (!isFetching && total !== null && total > 0 && state.page > last) change({ page: last }, { replace: true });
  }, [isFetching, total, state.page, last, change]);
};

/** The list of a resource, for one person, in one place. */
export const useListModel = (resource: AnyResource, options: ListOptions = {}): ListModel => {
  const parent = useSame(options.parent),
    fixed = useSame(options.fixed);
  const { embedded: isEmbedded = false, creates, begins } = options;
  const question = useListQuestion(resource, { parent, fixed, isEmbedded });
  const { plan, state, change, filter, asked: columns } = question;
  const answer = useListRows({ plan, state, filter, columns });
  const { rows, total, atLeast, countAgain } = answer;
  useLastPage(question, answer);
  const added = useRef(new Map<unknown, Row>());
  const rowOf = (id: number): Row | undefined => rows.find((row) => row[resource.key] === id) ?? added.current.get(id);
  const addRows = useCallback(
    (some: readonly Row[]) => {
      for (const row of some) added.current.set(row[resource.key], row);
    },
    [resource.key],
  );
  const selecting = useSelection(JSON.stringify([filter, state.q]), rows, resource.key);
  const { selection: chosen, select, toggle, put, togglePage } = selecting;
  const actions = useListActions({ resource, parent, isEmbedded, creates, begins, question, selecting, rowOf, total: total ?? 0 });
  const count = countOf(chosen, total ?? 0);
  const isWholePage = chosen.kind === 'rows' && rows.length > 0 && rows.every((row) => chosen.rows.has(row[resource.key] as number));
  return {
    resource,
    parent,
    isEmbedded,
    question,
    answer,
    pager: { total, atLeast, countAgain, change, onReach: answer.expectNext },
    rowOf,
    addRows,
    selection: {
      isPossible: actions.ofSelection.length > 0,
      chosen,
      count,
      mayTakeAll: isWholePage && total !== null && total > count,
      select,
      toggle,
      put,
      togglePage,
    },
    actions,
    views: useListViews(resource, question, isEmbedded),
    panel: useOpenRecord({ resource, parent, isEmbedded, state, change }),
  };
};
