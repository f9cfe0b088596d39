import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/words/format';
import type { BiCounts } from '@/domain/reports/biFigures';
import { useWords } from '@/fields/kit/useWords';
import type { ChartProps } from './charts';
import { CountsChart } from './CountsChart';

const shown = 10;
/** The states where athletes live; the first ones are drawn, the file has all. */
const Geography = ({ answer: { total, rows }, explain }: ChartProps<BiCounts>) => {
  const { t } = useTranslation('reports-bi');
  const { locale } = useWords();
  const others = rows.slice(shown);
  const count = others.reduce((sum, { current }) => sum + current, 0);
  return (
    <CountsChart
      what={t('geography.what')}
      total={total}
      rest={others.length > 0 ? t('geography.rest', { count: others.length, registrations: formatNumber(count, locale) }) : undefined}
      rows={rows.slice(0, shown).map(({ key, label, current, previous }) => ({
        key: String(key),
        label: label ?? t('geography.unknown'),
        current,
        previous,
        to: explain(key === null ? { field: 'stateid', op: 'null', value: true } : { field: 'stateid', op: 'eq', value: key }),
      }))}
    />
  );
};
export default Geography;
