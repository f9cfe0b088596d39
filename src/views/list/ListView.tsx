import { lazy, Suspense, useCallback, useRef, useState } from 'react';
import type { AnyResource } from '@/schema';
import { useWords } from '../../fields/kit/useWords';
import { EmptyList } from './EmptyList';
import { ListDialog } from './ListDialog';
import { ListNews } from './ListNews';
import { ListActions, ListHeader } from './ListHeader';
import type { ListLayout } from './ListLayout';
import { useListModel, type ListModel, type ListOptions } from './model/useListModel';
import { ExpectedPage } from './model/useListRows';
import { useInlineEdit } from './inline/useInlineEdit';
import { Pager } from './Pager';
import { usePaste } from './paste/usePaste';
import { BulkBar } from './select/BulkBar';
import { useFocusAfterSelection } from './select/useFocusAfterSelection';
import { TableLayout } from './table/TableLayout';
import { Toolbar } from './Toolbar';
import { RecordSkeleton } from '../states/RecordSkeleton';
import { useListPalette } from './useListPalette';
import { usePanel } from './usePanel';
import { useRowKeys } from './useRowKeys';
import '../values.css';
import './list.css';

const BoardLayout = lazy(() => import('./board/BoardLayout'));
const CalendarLayout = lazy(() => import('./calendar/CalendarLayout'));
const RowMenu = lazy(() => import('./RowMenu'));
const RunsNotice = lazy(() => import('../action/RunsNotice'));
const CellEditor = lazy(() => import('./inline/CellEditor'));
const PasteDialog = lazy(() => import('./paste/PasteDialog'));
const RecordPanel = lazy(() => import('../record/RecordPanel'));

export interface ListViewProps extends ListOptions {
  readonly resource: AnyResource;
  /** How its records are drawn; as a table by default. */
  readonly layout?: ListLayout | undefined;
}

/** The generated list of a resource: everything in it comes from the declaration and the grants. */
export const ListView = (props: ListViewProps) => <ResourceList key={props.resource.name} {...props} />;

const ResourceList = ({ resource, layout = TableLayout, ...options }: ListViewProps) => {
  const list = useListModel(resource, options);
  const screen = <ListScreen list={list} layout={layout} />;
  const { panel, parent } = list;
  if (!panel) return screen;
  return (
    <div className="list-desk" data-open={panel.id !== null || undefined}>
      {screen}
      {panel.id === null ? null : (
        <Suspense
          fallback={
            <div className="record-panel" aria-busy="true">
              <RecordSkeleton />
            </div>
          }
        >
          <RecordPanel resource={resource} parent={parent} id={panel.id} onClose={panel.close} />
        </Suspense>
      )}
    </div>
  );
};

/** The ways to draw a list besides its own. */
const layouts: Readonly<Record<'board' | 'calendar', ListLayout>> = { board: BoardLayout, calendar: CalendarLayout };

interface ListScreenProps {
  readonly list: ListModel;
  readonly layout: ListLayout;
}
/** The record with the open menu, and the button that opened it. */
interface OpenMenu {
  readonly id: number;
  readonly anchor: HTMLElement;
}
const ListScreen = ({ list, layout }: ListScreenProps) => {
  const { resource, parent, isEmbedded, question, answer, selection, actions } = list;
  const { as } = question.state;
  const Layout = as === 'table' ? layout : layouts[as];
  const { t } = useWords();
  const root = useRef<HTMLElement>(null);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const onMenu = useCallback((id: number, anchor: HTMLElement) => setMenu({ id, anchor }), []);
  const inline = useInlineEdit(list);
  const paste = usePaste(inline);
  useRowKeys(root, list, inline.open);
  usePanel(root, list.panel);
  useFocusAfterSelection(root, selection.chosen, selection.count);
  useListPalette(list);

  const title = t(`${resource.name}.titles.list`);
  const titled = !parent && !isEmbedded;
  const actionsOfList = <ListActions list={list} />;
  const isAny = answer.rows.length > 0;
  return (
    <section
      className="list"
      ref={root}
      data-embedded={isEmbedded || undefined}
      data-opens={list.panel ? '' : undefined}
      aria-label={title}
      onDoubleClick={inline.onDoubleClick}
      onPaste={paste.onPaste}
    >
      <ListHeader list={list} title={title} titled={titled}>
        {titled ? actionsOfList : null}
      </ListHeader>
      <Toolbar question={question} total={answer.total} selection={selection.chosen} saved={list.views}>
        {titled ? null : actionsOfList}
      </Toolbar>
      {selection.isPossible && !isEmbedded ? (
        <Suspense fallback={null}>
          <RunsNotice resource={resource} isBusy={actions.running !== null} />
        </Suspense>
      ) : null}
      <EmptyList list={list} />
      {selection.count > 0 ? <BulkBar list={list} /> : null}
      <ListNews news={answer.news} showNews={answer.showNews} />
      {answer.isLoading || isAny ? (
        <Suspense fallback={<span className="asd-skeleton" />}>
          <Layout list={list} onMenu={onMenu} />
        </Suspense>
      ) : null}
      {answer.ahead.map((asked) => (
        <ExpectedPage key={asked.state.page} {...asked} />
      ))}
      {isAny && as === 'table' ? <Pager state={question.state} {...list.pager} /> : null}
      {menu ? (
        <Suspense fallback={null}>
          <RowMenu key={menu.id} list={list} {...menu} onClose={() => setMenu(null)} />
        </Suspense>
      ) : null}
      {inline.cell ? (
        <Suspense fallback={null}>
          <CellEditor
            key={`${inline.cell.id} ${inline.cell.name}`}
            resource={resource}
            {...inline.cell}
            onNext={inline.next}
            onClose={inline.close}
          />
        </Suspense>
      ) : null}
      {paste.pasted ? (
        <Suspense fallback={null}>
          <PasteDialog list={list} {...paste.pasted} onClose={paste.end} />
        </Suspense>
      ) : null}
      <ListDialog list={list} />
    </section>
  );
};
