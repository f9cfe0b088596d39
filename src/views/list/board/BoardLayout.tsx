import { DndContext, PointerSensor, pointerWithin, useSensor, useSensors, type DragEndEvent } from '@dnd-kit/core';
import { useCallback, useState, type KeyboardEvent } from 'react';
import { idOf } from '@/schema/unknown';
import { useGrants } from '../../../fields/kit/AppContext';
import { useWords } from '../../../fields/kit/useWords';
import type { ListLayoutProps } from '../ListLayout';
import type { Row } from '../model/selection';
import { BoardColumn } from './BoardColumn';
import { MoveByEdit } from './MoveByEdit';
import { movesTo } from './movesTo';
import './board.css';

const slackPx = 6;
const sideways: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** The arrows to the sides go to the card at the same height of the next column that has one. */
const stepAside = (event: KeyboardEvent<HTMLElement>): void => {
  const step = sideways[event.key];
  const column = event.target instanceof Element ? event.target.closest('[data-board]') : null;
  if (step === undefined || !column || event.altKey || event.metaKey || event.ctrlKey) return;
  const columns = [...event.currentTarget.querySelectorAll('[data-board]')].filter(
    (each) => each === column || each.querySelector('[data-row-link]'),
  );
  const links = (of: Element | undefined): readonly HTMLElement[] => [...(of?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])];
  const card = event.target instanceof Element ? event.target.closest('[data-row]') : null;
  const at = links(column).findIndex((link) => card?.contains(link));
  const next = links(columns[columns.indexOf(column) + step]);
  const link = next[Math.min(Math.max(at, 0), next.length - 1)];
  if (!link) return;
  event.preventDefault();
  link.focus();
};

/** The records of a list as cards in columns, one for each value of the declared field. A card that is moved runs what leads there. */
export default function BoardLayout({ list, onMenu }: ListLayoutProps) {
  const { resource, question, actions } = list;
  const grants = useGrants();
  const { t } = useWords();
  const [dragged, setDragged] = useState<Row | null>(null);
  const [edited, setEdited] = useState<{ readonly row: Row; readonly value: string } | null>(null);
  const endEdit = useCallback(() => setEdited(null), []);
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: slackPx } }));
  const by = question.plan.columns.find(({ name }) => name === resource.list.board);
  if (!by) return null;
  const values = by.field.values ?? [];
  const moveOf = (row: Row, value: string) => movesTo(grants, resource, row, by.name, value);
  const drop = ({ over, active }: DragEndEvent): void => {
    const row = dragged;
    setDragged(null);
    if (!row || !over) return;
    const value = String(over.id);
    const move = moveOf(row, value);
    if (move?.by === 'edit') return setEdited({ row, value });
    const [only, ...others] = move?.names ?? [];
    const card = document.querySelector<HTMLElement>(`.board [data-row="${active.id}"]`);
    if (only !== undefined && others.length === 0) actions.begin(only, idOf(row, resource));
    else if (only !== undefined && card) onMenu(idOf(row, resource), card);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      onDragStart={({ active }) => setDragged(list.rowOf(Number(active.id)) ?? null)}
      onDragCancel={() => setDragged(null)}
      onDragEnd={drop}
    >
      <div className="board" role="group" aria-label={t('list.board.title')} onKeyDown={stepAside}>
        {values.map((value) => (
          <BoardColumn
            key={value}
            list={list}
            onMenu={onMenu}
            by={by}
            value={value}
            takes={dragged ? moveOf(dragged, value) !== undefined : undefined}
            isMovable={(row) => values.some((each) => moveOf(row, each) !== undefined)}
          />
        ))}
      </div>
      {edited ? (
        <MoveByEdit key={`${idOf(edited.row, resource)} ${edited.value}`} resource={resource} name={by.name} {...edited} onDone={endEdit} />
      ) : null}
    </DndContext>
  );
}
