import { can } from '@/schema/project/access';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import { defineFieldUi, type CellProps } from '@/fields/kit/contracts';
import { joinedTitle } from '@/fields/kit/joinedTitle';
import { pathTo } from '@/fields/kit/paths';
import { Link } from 'react-router';

const titleOf = ({ value, row, field, place, words }: CellProps<number>): string =>
  joinedTitle(row, field, place.name, words) ?? `#${value}`;

const Linked = (cell: CellProps<number>) => {
  const target = useRegistry().find(cell.field.target ?? '');
  const grants = useGrants();
  const title = titleOf(cell);
  return target && can(grants, 'show', target) ? <Link to={pathTo(target, 'show', { id: cell.value })}>{title}</Link> : title;
};

export default defineFieldUi<number>({ toText: (value) => `#${value}`, Cell: titleOf, Show: Linked });
