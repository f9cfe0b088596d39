import { useMemo } from 'react';
import type { AnyResource, Filter } from '@/schema';
import { useGrants, useRegistry } from '../../../fields/kit/AppContext';
import type { Parent } from '../../../fields/kit/contracts';
import { useWords } from '../../../fields/kit/useWords';
import { labelOf, type Describing } from './describeFilter';
import { allowedState, askedColumns, orderOf, placedBy, planList, shownColumns, wholeFilter, type Column, type ListPlan } from './listPlan';
import type { ListState, Sort } from './listState';
import { useListState, type ChangeList } from './useListState';
import { useReferenceTitles } from './useReferenceTitles';

/** The query of a list and its texts. It stays the same object until one of its parts changes. */
export interface ListQuestion {
  /** What the declaration and the grants allow. */
  readonly plan: ListPlan;
  /** The choices of the person: page, order, filter, search, columns, the open record. */
  readonly state: ListState;
  readonly change: ChangeList;
  /** The visible columns, and the labels of every one of them. */
  readonly columns: readonly Column[];
  readonly labels: Readonly<Record<string, string>>;
  /** The fields of the request. */
  readonly asked: readonly string[];
  /** The order, chosen or declared. */
  readonly sort: readonly Sort[];
  /** The whole condition: the workspace, the fixed condition of the screen and the person's choice. */
  readonly filter: Filter | null;
  /** What is needed to describe a filter. */
  readonly describing: Describing;
}
interface Place {
  readonly parent: Parent | undefined;
  readonly fixed: Filter | null | undefined;
  readonly isEmbedded: boolean;
}

/** Computes the query of a list from its declaration, the grants, the place and the URL. */
export const useListQuestion = (resource: AnyResource, { parent, fixed, isEmbedded }: Place): ListQuestion => {
  const registry = useRegistry(),
    grants = useGrants(),
    words = useWords();
  const [chosen, change] = useListState(resource, isEmbedded);
  const saidElsewhere = parent?.field ?? (fixed && 'field' in fixed && fixed.op === 'eq' ? fixed.field : undefined);
  const plan = useMemo(() => planList(resource, registry, grants, saidElsewhere), [resource, registry, grants, saidElsewhere]);
  const state = useMemo(() => allowedState(plan, chosen), [plan, chosen]);
  const columns = useMemo(() => shownColumns(plan, state.columns, state.pinned), [plan, state.columns, state.pinned]);
  const asked = useMemo(() => askedColumns(plan, columns, placedBy(plan, state)), [plan, columns, state]);
  const filter = useMemo(() => wholeFilter(state.filter, parent, fixed), [state.filter, parent, fixed]);
  const titles = useReferenceTitles(resource, registry, state.filter, words);
  const describing = useMemo<Describing>(
    () => ({ resource, registry, context: words, titles, within: parent }),
    [resource, registry, words, titles, parent],
  );
  const labels = useMemo(() => Object.fromEntries(columns.map(({ name }) => [name, labelOf(describing, name)])), [columns, describing]);
  return useMemo(
    () => ({ plan, state, change, columns, labels, asked, sort: orderOf(plan, state), filter, describing }),
    [plan, state, change, columns, labels, asked, filter, describing],
  );
};
