import { useTranslation } from 'react-i18next';
import { ageGroups, type BiAges } from '@/domain/reports/biFigures';
import { useWords } from '@/fields/kit/useWords';
import { groupLabel } from './biTables';
import type { ChartProps } from './charts';
import { bornFor } from './explain';
import { Bar, Count, Explained, percent, wide } from './Numbers';

const sides = ['F', 'M'] as const;
const eq = (value: string) => ({ field: 'gender', op: 'eq', value }) as const;

type Row = BiAges['rows'][number];
type AgesProps = ChartProps<BiAges>;
type Side = (typeof sides)[number];

const find = (rows: readonly Row[], group: number | null, gender: string): Row | undefined =>
  rows.find((row) => row.group === group && row.gender === gender);
const sum = (rows: readonly Row[], keep: (row: Row) => boolean): number =>
  rows.filter(keep).reduce((whole, { current }) => whole + current, 0);
/** The groups from the oldest to the youngest, without empty older ones. */
const groupsOf = (rows: readonly Row[]): readonly (typeof ageGroups)[number][] => {
  const used = ageGroups.filter((group) => sides.some((gender) => find(rows, group, gender)));
  return ageGroups.slice(ageGroups.indexOf(used[0] ?? 0), ageGroups.indexOf(used.at(-1) ?? 0) + 1).toReversed();
};
const mostOf = (rows: readonly Row[]): number =>
  Math.max(
    1,
    ...rows
      .filter(({ group, gender }) => group !== null && gender !== 'X')
      .map(({ current, previous }) => Math.max(current, previous ?? 0)),
  );

interface GroupProps extends Pick<AgesProps, 'selection' | 'explain'> {
  readonly row: Row | undefined;
  readonly group: number;
  readonly gender: Side;
  readonly most: number;
}
/** One group on one side: its bar, and its number, which links to its list. */
const Group = ({ row, group, gender, most, selection, explain }: GroupProps) => {
  const count = row?.current ?? 0,
    before = row?.previous ?? 0;
  const only = selection.total === 1 ? selection.events[0] : undefined; // for several events, ages are not one range of birth dates
  const to = only ? explain({ and: [eq(gender), bornFor(only.day, group, ageGroups[ageGroups.indexOf(group as 0) + 1])] }) : null;
  return (
    <td data-side={gender}>
      <span className="bi-track">
        <Bar value={count} before={before} most={most} />
        <span className="bi-at" style={{ insetInlineStart: wide(Math.max(count, before), most) }}>
          <Explained to={count > 0 ? to : null}>
            <Count value={count} />
          </Explained>
        </span>
      </span>
    </td>
  );
};

const Head = ({ gender, answer: { total, rows }, explain }: { readonly gender: Side } & Pick<AgesProps, 'answer' | 'explain'>) => {
  const { t } = useTranslation(['reports-bi', 'inscriptions']);
  const { locale } = useWords();
  const whole = sum(rows, (row) => row.gender === gender);
  return (
    <th scope="col" data-side={gender}>
      {t(`ages.${gender}`)}{' '}
      <strong>
        <Explained to={explain(eq(gender))}>
          <Count value={whole} />
        </Explained>
      </strong>{' '}
      {percent(whole, total.current, locale)}
    </th>
  );
};

/** Registrations on neither side: another gender, or no birth date. */
const Others = ({ rows, explain }: { readonly rows: readonly Row[] } & Pick<AgesProps, 'explain'>) => {
  const { t } = useTranslation(['reports-bi', 'inscriptions']);
  const others = sum(rows, ({ gender }) => gender === 'X'),
    undated = sum(rows, ({ group, gender }) => group === null && gender !== 'X');
  if (others + undated === 0) return null;
  const hasNoDate = {
    and: [
      { field: 'birth_date', op: 'null', value: true },
      { field: 'gender', op: 'in', value: sides },
    ],
  } as const;
  return (
    <p className="bi-note">
      {others > 0 ? (
        <span>
          {t('ages.X')}:{' '}
          <Explained to={explain(eq('X'))}>
            <Count value={others} />
          </Explained>
        </span>
      ) : null}
      {undated > 0 ? (
        <span>
          {t('ages.undated')}:{' '}
          <Explained to={explain(hasNoDate)}>
            <Count value={undated} />
          </Explained>
        </span>
      ) : null}
    </p>
  );
};

/** Ages on the day of the event: women on one side, men on the other, the oldest on top. */
const Ages = ({ answer, selection, explain }: AgesProps) => {
  const { t } = useTranslation(['reports-bi', 'inscriptions']);
  const { rows } = answer;
  const most = mostOf(rows);
  const side = (group: number, gender: Side) => (
    <Group row={find(rows, group, gender)} group={group} gender={gender} most={most} selection={selection} explain={explain} />
  );
  return (
    <>
      <table className="bi-pyramid">
        <thead>
          <tr>
            <Head gender="F" answer={answer} explain={explain} />
            <th scope="col">{t('ages.age')}</th>
            <Head gender="M" answer={answer} explain={explain} />
          </tr>
        </thead>
        <tbody>
          {groupsOf(rows).map((group) => (
            <tr key={group} data-key={group}>
              {side(group, 'F')}
              <th scope="row">{groupLabel(group)}</th>
              {side(group, 'M')}
            </tr>
          ))}
        </tbody>
      </table>
      <Others rows={rows} explain={explain} />
    </>
  );
};
export default Ages;
