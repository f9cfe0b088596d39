import { useTranslation } from 'react-i18next';
import { lifecycle, statusGroups } from '@/domain/registration/lifecycle';
import type { BiCounts } from '@/domain/reports/biFigures';
import { MixChart } from '@/views/chart/MixChart';
import type { ChartProps } from './charts';
import { CountsChart } from './CountsChart';

const groups = Object.entries(statusGroups) as readonly (readonly [string, readonly string[]])[];
const groupOf = (status: string): string => groups.find(([, members]) => members.includes(status))?.[0] ?? 'closed';

/** The statuses of the registrations, in the order of the lifecycle. */
const Mix = ({ answer: { total, rows }, explain }: ChartProps<BiCounts>) => {
  const { t } = useTranslation(['reports-bi', 'inscriptions']);
  const byStatus = new Map(rows.map((row) => [row.key, row]));
  const shown = lifecycle.flatMap((status) => byStatus.get(status) ?? []);
  const parts = groups.map(([key, members]) => ({
    key,
    value: shown.filter((row) => members.includes(String(row.key))).reduce((sum, { current }) => sum + current, 0),
  }));
  return (
    <>
      <MixChart parts={parts} />
      <CountsChart
        what={t('mix.what')}
        total={total}
        rows={shown.map(({ key, current, previous }) => ({
          key: String(key),
          label: t(`choices.status.${key}`, { ns: 'inscriptions' }),
          part: groupOf(String(key)),
          to: explain({ field: 'status', op: 'eq', value: key }, null),
          current,
          previous,
        }))}
      />
    </>
  );
};
export default Mix;
