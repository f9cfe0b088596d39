import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useWords } from '../../../fields/kit/useWords';
import { widthWithin } from '../model/listState';

const stepPx = 16;
const directions: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** The width that Shift and an arrow ask for, from a button in the head of a column. */
export const widthByKey = ({ key, shiftKey }: KeyboardEvent, width: number): number | undefined => {
  const direction = directions[key];
  return shiftKey && direction ? widthWithin(width + direction * stepPx) : undefined;
};

interface ColumnEdgeProps {
  readonly name: string;
  readonly label: string | undefined;
  readonly width: number;
  /** Chooses a width; null follows the content again. */
  readonly onWidth: (width: number | null) => void;
}
/** The right edge of a column: dragged, it changes the width; a double press follows the content again. The keys belong to the head. */
export const ColumnEdge = ({ name, label, width, onWidth }: ColumnEdgeProps) => {
  const { t } = useWords();
  const from = useRef<{ readonly x: number; width: number } | null>(null);
  const next = (event: PointerEvent): number => widthWithin(width + event.clientX - (from.current?.x ?? event.clientX));
  const move = (event: PointerEvent<HTMLElement>): void => {
    // The rows do not draw again while somebody drags.
    if (!from.current) return;
    from.current.width = next(event);
    const column = event.currentTarget.closest('table')?.querySelector<HTMLElement>(`col[data-col="${name}"]`);
    if (column) column.style.width = `${from.current.width}px`;
  };
  const drop = (): void => {
    const chosen = from.current?.width;
    from.current = null;
    if (chosen !== undefined && chosen !== width) onWidth(chosen);
  };
  return (
    <span
      aria-hidden="true"
      title={t('list.columns.edge', { what: label })}
      className="list-edge"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, width };
      }}
      onPointerMove={move}
      onPointerUp={drop}
      onPointerCancel={drop}
      onDoubleClick={(event) => {
        event.stopPropagation();
        onWidth(null);
      }}
    />
  );
};
