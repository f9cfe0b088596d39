import { useTranslation } from 'react-i18next';
import { ageGroups, type BiAges } from '@/domain/reports/biFigures';
import { useWords } from '@/fields/kit/useWords';
import { groupLabel } from './biTables';
import type { ChartProps } from './charts';
import { bornFor } from './explain';
import { Bar, Count, Explained, percent, wide } from './Numbers';

const sides = ['F', 'M'] as const;
const eq = (value: string) => ({ field: 'gender', op: 'eq', value }) as const;

/** Ages on the day of the event: women to one side, men to the other, the oldest on top. */
const Ages = ({ answer: { total, rows }, selection, explain }: ChartProps<BiAges>) => {
  const { t } = useTranslation(['reports-bi', 'inscriptions']);
  const { locale } = useWords();
  const at = (group: number | null, gender: string) => rows.find((row) => row.group === group && row.gender === gender);
  const used = ageGroups.filter((group) => sides.some((gender) => at(group, gender)));
  const groups = ageGroups.slice(ageGroups.indexOf(used[0] ?? 0), ageGroups.indexOf(used.at(-1) ?? 0) + 1).toReversed();
  const most = Math.max(
    1,
    ...rows
      .filter(({ group, gender }) => group !== null && gender !== 'X')
      .map(({ current, previous }) => Math.max(current, previous ?? 0)),
  );
  const sum = (keep: (row: BiAges['rows'][number]) => boolean): number =>
    rows.filter(keep).reduce((whole, { current }) => whole + current, 0);
  const only = selection.total === 1 ? selection.events[0] : undefined;
  /** The ages of several events are no range of birth dates. */
  const to = (group: number, gender: string): string | null =>
    only ? explain({ and: [eq(gender), bornFor(only.day, group, ageGroups[ageGroups.indexOf(group as 0) + 1])] }) : null;
  const [others, undated] = [sum(({ gender }) => gender === 'X'), sum(({ group, gender }) => group === null && gender !== 'X')];
  const side = (group: number, gender: 'F' | 'M') => {
    const row = at(group, gender);
    const count = row?.current ?? 0,
      before = row?.previous ?? 0;
    return (
      <td data-side={gender}>
        <span className="bi-track">
          <Bar value={count} before={before} most={most} />
          <span className="bi-at" style={{ insetInlineStart: wide(Math.max(count, before), most) }}>
            <Explained to={count > 0 ? to(group, gender) : null}>
              <Count value={count} />
            </Explained>
          </span>
        </span>
      </td>
    );
  };
  const head = (gender: 'F' | 'M') => {
    const whole = sum((row) => row.gender === gender);
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
  return (
    <>
      <table className="bi-pyramid">
        <thead>
          <tr>
            {head('F')}
            <th scope="col">{t('ages.age')}</th>
            {head('M')}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group} data-key={group}>
              {side(group, 'F')}
              <th scope="row">{groupLabel(group)}</th>
              {side(group, 'M')}
            </tr>
          ))}
        </tbody>
      </table>
      {others + undated > 0 ? (
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
              <Explained
                to={explain({
                  and: [
                    { field: 'birth_date', op: 'null', value: true },
                    { field: 'gender', op: 'in', value: sides },
                  ],
                })}
              >
                <Count value={undated} />
              </Explained>
            </span>
          ) : null}
        </p>
      ) : null}
    </>
  );
};
export default Ages;
