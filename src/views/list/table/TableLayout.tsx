import { useMemo } from 'react';
import { useWords } from '../../../fields/kit/useWords';
import { useFollow } from '../../useFollow';
import { useViews } from '../../useViews';
import type { ListLayout } from '../ListLayout';
import { wordsAbout } from '../model/wordsAbout';
import type { Cells, RowSetting } from './ListRow';
import { ListTable } from './ListTable';

/** Every cell is drawn as generated. */
const generated: Cells = {};

/** The records of a list as the rows of a table. */
export const TableLayout: ListLayout = ({ list, onMenu }) => {
  const { resource, parent, question, selection } = list;
  const { columns, labels, plan, state } = question;
  const pins = useMemo(
    () => Object.fromEntries(columns.filter(({ name }) => state.pinned.includes(name)).map(({ name }, at) => [name, at])),
    [columns, state.pinned],
  );
  const { isPossible: selectable, toggle: onToggle } = selection;
  const words = useWords();
  const onFollow = useFollow();
  const cells = useViews(resource)?.cells ?? generated;
  const setting = useMemo<RowSetting>(
    () => ({
      resource,
      parent,
      columns,
      labels,
      words,
      title: plan.title,
      cells,
      pins,
      selectable,
      says: { select: wordsAbout(words, 'list.select.row'), menu: wordsAbout(words, 'list.row.menu') },
      onToggle,
      onMenu,
      onFollow,
    }),
    [resource, parent, columns, labels, words, plan.title, cells, pins, selectable, onToggle, onMenu, onFollow],
  );
  return <ListTable list={list} setting={setting} />;
};
