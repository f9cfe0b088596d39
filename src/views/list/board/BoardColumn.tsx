import { useDroppable } from '@dnd-kit/core';
import { useMemo, useState } from 'react';
import { choiceKey } from '@/schema/project/i18n';
import { idOf } from '@/schema/unknown';
import { formatNumber } from '@/words/format';
import { useWords } from '../../../fields/kit/useWords';
import type { ListLayoutProps } from '../ListLayout';
import { atValue } from '../model/atValue';
import type { Column } from '../model/listPlan';
import type { Row } from '../model/selection';
import { useRowsWhere } from '../model/useRowsWhere';
import { ListCell } from '../table/ListCell';
import { BoardCard } from './BoardCard';

interface BoardColumnProps extends ListLayoutProps {
  readonly by: Column;
  readonly value: string;
  /** Whether the card that is being dragged may be dropped here; undefined while none is. */
  readonly takes: boolean | undefined;
  readonly isMovable: (row: Row) => boolean;
}
const first = 20,
  step = 40,
  most = 180;

/** The records of one value. */
export const BoardColumn = ({ by, value, takes, isMovable, ...props }: BoardColumnProps) => {
  const { list } = props;
  const { resource, question } = list;
  const words = useWords();
  const [size, setSize] = useState(first);
  const condition = useMemo(() => atValue(by.name, value), [by.name, value]);
  const { rows, total, isLoading, error } = useRowsWhere(list, condition, size);
  const { setNodeRef, isOver } = useDroppable({ id: value, disabled: takes !== true });
  const more = (): void => {
    if (size < most) return setSize(size + step);
    const { filter } = question.state;
    question.change({ as: 'table', filter: filter ? { and: [filter, condition] } : condition });
  };
  return (
    <section
      ref={setNodeRef}
      className="board-column"
      data-board={value}
      data-empty={(!isLoading && total === 0) || undefined}
      data-takes={takes}
      data-over={isOver || undefined}
      aria-label={words.t(choiceKey(resource.name, by.name, by.field, value))}
      aria-busy={isLoading}
    >
      <h2>
        <ListCell column={by} place={{ resource: resource.name, name: by.name }} row={{ [by.name]: value }} isComing={false} />
        <small>{isLoading ? '' : formatNumber(total, words.locale)}</small>
      </h2>
      {error ? <p role="alert">{error.message}</p> : null}
      {isLoading ? <span className="asd-skeleton board-ghost" /> : null}
      {rows.map((row) => (
        <BoardCard key={idOf(row, resource)} {...props} row={row} isMovable={isMovable(row)} />
      ))}
      {total > rows.length && !isLoading ? (
        <button type="button" className="list-button" onClick={more}>
          {words.t('list.board.more', { shown: formatNumber(total - rows.length, words.locale) })}
        </button>
      ) : null}
    </section>
  );
};
