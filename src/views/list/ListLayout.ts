import type { ComponentType } from 'react';
import type { ListModel } from './model/useListModel';

export interface ListLayoutProps {
  readonly list: ListModel;
  /** Opens the menu of a record at the pressed button. */
  readonly onMenu: (id: number, anchor: HTMLElement) => void;
}
/**
 * One way to draw the records of a list: a table, a board, a calendar. Keys and the panel find a record by `data-row`
 * with its id, and the link in it by `data-row-link`.
 */
export type ListLayout = ComponentType<ListLayoutProps>;
