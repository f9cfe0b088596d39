import { useTranslation } from 'react-i18next';
import type { BiCounts } from '@/domain/reports/biFigures';
import type { ChartProps } from './charts';
import { CountsChart } from './CountsChart';

/** The channels of registrations. */
const Channels = ({ answer: { total, rows }, explain }: ChartProps<BiCounts>) => {
  const { t } = useTranslation(['reports-bi', 'inscriptions']);
  return (
    <CountsChart
      what={t('channels.what')}
      total={total}
      rows={rows.map(({ key, current, previous }) => ({
        key: String(key),
        label: t(`choices.channel.${key}`, { ns: 'inscriptions' }),
        to: explain({ field: 'channel', op: 'eq', value: key }),
        current,
        previous,
      }))}
    />
  );
};
export default Channels;
