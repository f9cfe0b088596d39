import type { AnyField } from '@/schema';
import { memberKey } from '@/schema/project/i18n';
import type { CellProps, Place } from '@/fields/kit/contracts';
import { readText, uiOf } from '@/fields/kit/fieldUi';
import { useWords } from '@/fields/kit/useWords';
import { placeOf, standing } from './standing';
import './rows.css';

interface MemberProps {
  readonly row: Readonly<Record<string, unknown>>;
  readonly field: AnyField;
  readonly place: Place;
}
const Member = ({ row, field, place }: MemberProps) => {
  const words = useWords();
  const { Cell } = uiOf(field);
  const value = row[place.name];
  return value === null || value === undefined ? (
    '—'
  ) : Cell ? (
    <Cell value={value} field={field} place={place} row={row} words={words} />
  ) : (
    readText(row, field, place, words)
  );
};

/** Small objects as rows of a table, their members in columns. */
export default function RowsTable({ value, field, place }: CellProps<readonly object[]>) {
  const { t } = useWords();
  const rows = value.map((row) => standing(row, place.name));
  // A column without one value only takes the width of the others.
  const members = Object.entries(field.members ?? {}).filter(([member]) =>
    rows.some((row) => (row[placeOf(place, member).name] ?? '') !== ''),
  );
  return (
    <table className="value-rows">
      <thead>
        <tr>
          {members.map(([member]) => (
            <th key={member} scope="col">
              {t(memberKey(place.resource, place.name, member))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={at}>
            {members.map(([member, each]) => (
              <td key={member}>
                <Member field={each} place={placeOf(place, member)} row={row} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
