import { useDraggable } from '@dnd-kit/core';
import type { CSSProperties } from 'react';
import { idOf } from '@/schema/unknown';
import { pathTo } from '../../../fields/kit/paths';
import { recordTitle } from '../../../fields/kit/recordTitle';
import { useWords } from '../../../fields/kit/useWords';
import { Icon } from '../../../frame/Icon';
import { useFollow } from '../../useFollow';
import type { ListLayoutProps } from '../ListLayout';
import type { Row } from '../model/selection';
import { ListCell } from '../table/ListCell';

interface BoardCardProps extends ListLayoutProps {
  readonly row: Row;
  /** Whether it may be dragged at all. */
  readonly isMovable: boolean;
}
/** More would make every card as long as its record. */
const facts = 4;
const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** A record on a board: its name, the first filled columns of the list, and its menu. */
export const BoardCard = ({ list, onMenu, row, isMovable }: BoardCardProps) => {
  const { resource, parent, panel, question } = list;
  const { columns, labels, plan } = question;
  const words = useWords();
  const onFollow = useFollow();
  const id = idOf(row, resource);
  const title = recordTitle(resource, row, words);
  const { setNodeRef, listeners, transform, isDragging } = useDraggable({ id, data: { row }, disabled: !isMovable });
  const style: CSSProperties | undefined = transform ? { transform: `translate3d(${transform.x}px, ${transform.y}px, 0)` } : undefined;
  const shown = columns.filter(({ name }) => name !== plan.title && name !== resource.list.board && !isEmpty(row[name])).slice(0, facts);
  return (
    <article
      ref={setNodeRef}
      className="board-card"
      data-row={id}
      data-open={id === panel?.id || undefined}
      data-dragged={isDragging || undefined}
      data-movable={isMovable || undefined}
      style={style}
      aria-label={title}
      {...listeners}
    >
      <header>
        <a className="list-link" data-row-link="" href={pathTo(resource, 'show', { id, parent })} draggable={false} onClick={onFollow}>
          {title}
        </a>
        <button
          type="button"
          className="list-button"
          aria-haspopup="menu"
          aria-label={words.t('list.row.menu', { title })}
          onClick={(event) => onMenu(id, event.currentTarget)}
        >
          <Icon name="more" />
        </button>
      </header>
      <dl>
        {shown.map((column) => (
          <div key={column.name}>
            <dt>{labels[column.name]}</dt>
            <dd>
              <ListCell column={column} place={{ resource: resource.name, name: column.name }} row={row} isComing={false} />
            </dd>
          </div>
        ))}
      </dl>
    </article>
  );
};
