import { HolderOutlined } from '@ant-design/icons';
import { wantsStillness } from '@/theme/wantsStillness';
import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
  type Modifier,
  type UniqueIdentifier,
} from '@dnd-kit/core';
import { SortableContext, sortableKeyboardCoordinates, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { Button } from '@/frame/antd/Button';
import type { CSSProperties, ReactNode } from 'react';
import { useWords } from './useWords';

const slackPx = 4,
  settleMs = 150;
/** Rows are in one column, so they do not move sideways. */
const upAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 });

interface DragRowsProps {
  /** The identities of the rows, in order. */
  readonly keys: readonly number[];
  readonly onMove: (from: number, to: number) => void;
  readonly children: ReactNode;
}
/** Lets the rows inside it be reordered by dragging their handles: with a mouse, a finger, or Space and the arrows. */
export const DragRows = ({ keys, onMove, children }: DragRowsProps) => {
  const { t } = useWords();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: slackPx } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const place = (id: UniqueIdentifier): number => keys.indexOf(Number(id));
  const said = (word: string, id: UniqueIdentifier, over?: UniqueIdentifier | undefined): string =>
    t(`form.drag.${word}`, { row: place(id) + 1, to: over === undefined ? place(id) + 1 : place(over) + 1 });
  const end = ({ active, over }: DragEndEvent): void => {
    if (over && over.id !== active.id) onMove(place(active.id), place(over.id));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[upAndDown]}
      onDragEnd={end}
      accessibility={{
        screenReaderInstructions: { draggable: t('form.drag.how') },
        announcements: {
          onDragStart: ({ active }) => said('taken', active.id),
          onDragOver: ({ active, over }) => (over ? said(over.id === active.id ? 'taken' : 'over', active.id, over.id) : undefined),
          onDragEnd: ({ active, over }) => said('dropped', active.id, over?.id),
          onDragCancel: ({ active }) => said('cancelled', active.id),
        },
      }}
    >
      <SortableContext items={[...keys]} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
};

/** The props with which a row can be dragged, and its handle; `DragRows` is around it. */
export const useDragRow = (
  key: number,
  at: number,
  disabled: boolean,
): {
  readonly box: {
    readonly ref: (node: HTMLElement | null) => void;
    readonly style: CSSProperties;
    readonly 'data-dragged': true | undefined;
  };
  readonly handle: ReactNode;
} => {
  const { t } = useWords();
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: key,
    disabled,
    attributes: { roleDescription: t('form.drag.role') },
    transition: wantsStillness() ? null : { duration: settleMs, easing: 'ease-out' },
  });
  return {
    box: {
      ref: setNodeRef,
      'data-dragged': isDragging || undefined,
      style: { ...(transform && { transform: `translate3d(${transform.x}px, ${transform.y}px, 0)` }), ...(transition && { transition }) },
    },
    handle: disabled ? null : (
      <Button
        ref={setActivatorNodeRef}
        size="small"
        type="text"
        className="rows-handle"
        data-do="drag"
        icon={<HolderOutlined aria-hidden />}
        {...attributes}
        {...listeners}
        aria-label={t('form.drag.handle', { row: at + 1 })}
      />
    ),
  };
};
