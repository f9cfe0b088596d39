import { useCallback, useRef, useState, type MouseEvent } from 'react';
import { useGrants } from '../../../fields/kit/AppContext';
import type { ListModel } from '../model/useListModel';
import { wayToEdit } from './wayToEdit';

/** The cell whose value is being changed. */
export interface OpenCell {
  readonly id: number;
  readonly name: string;
  readonly anchor: HTMLElement;
}
export interface InlineEdit {
  readonly cell: OpenCell | null;
  /** Opens a cell, or the first one of its row that can be changed. */
  readonly open: (row: HTMLElement, name?: string) => boolean;
  readonly next: (step: 1 | -1) => void;
  readonly close: () => void;
  readonly onDoubleClick: (event: MouseEvent) => void;
}

const linkOf = (row: HTMLElement): HTMLElement | null => row.querySelector<HTMLElement>('[data-row-link]');

/** Changing values in the cells of a list: by a double press, or by the keyboard from the row. */
export const useInlineEdit = (list: ListModel): InlineEdit => {
  const grants = useGrants();
  const [cell, setCell] = useState<OpenCell | null>(null);
  const newest = useRef({ list, grants });
  newest.current = { list, grants };
  const namesOf = (id: number): readonly string[] => {
    const { list: now, grants: held } = newest.current;
    const row = now.rowOf(id);
    return row ? now.question.columns.map(({ name }) => name).filter((name) => wayToEdit(held, now.resource, row, name)) : [];
  };
  const open = useCallback((row: HTMLElement, name?: string): boolean => {
    const id = Number(row.dataset['row']);
    const names = namesOf(id);
    const chosen = name === undefined ? names[0] : names.find((each) => each === name);
    const anchor = chosen === undefined ? null : row.querySelector<HTMLElement>(`[data-column="${chosen}"]`);
    if (chosen === undefined || !anchor) return false;
    setCell({ id, name: chosen, anchor });
    return true;
  }, []);
  const close = (): void => {
    const row = cell?.anchor.closest<HTMLElement>('[data-row]');
    setCell(null);
    if (row) linkOf(row)?.focus();
  };
  const next = (step: 1 | -1): void => {
    const row = cell?.anchor.closest<HTMLElement>('[data-row]');
    const names = cell ? namesOf(cell.id) : [];
    const name = cell ? names[names.indexOf(cell.name) + step] : undefined;
    if (!row || name === undefined || !open(row, name)) close();
  };
  const onDoubleClick = (event: MouseEvent): void => {
    if (!(event.target instanceof Element) || event.target.closest('button, input')) return;
    const column = event.target.closest<HTMLElement>('[data-column]'),
      row = event.target.closest<HTMLElement>('[data-row]');
    if (column && row && open(row, column.dataset['column'])) event.preventDefault();
  };
  return { cell, open, next, close, onDoubleClick };
};
