import { Fragment } from 'react';
import { Link } from 'react-router';
import { joinName } from '@/schema';
import { can } from '@/schema/project/access';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import type { CellProps } from '@/fields/kit/contracts';
import { titleInSet } from '@/fields/kit/joinedTitle';
import { pathTo } from '@/fields/kit/paths';
import { rowsIn } from '@/schema/unknown';

/** The records of a set by title, as links if the person may open them. */
export default function SetLinks({ value, row, field, place, words }: CellProps<readonly number[]>) {
  const target = useRegistry().find(field.targets ?? '');
  const grants = useGrants();
  const joined = rowsIn(row[joinName(place.name)]);
  const isOpen = target !== undefined && can(grants, 'show', target);
  const titleOf = (key: number): string => {
    const found = target && joined.find((each) => each[target.key] === key);
    return found ? titleInSet(target.name, found, words) : `#${key}`;
  };
  return (
    <span>
      {value.map((key, at) => (
        <Fragment key={key}>
          {at > 0 ? ', ' : ''}
          {isOpen ? <Link to={pathTo(target, 'show', { id: key })}>{titleOf(key)}</Link> : titleOf(key)}
        </Fragment>
      ))}
    </span>
  );
}
