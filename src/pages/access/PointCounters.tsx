import { useWords } from '@/fields/kit/useWords';
import { formatNumber } from '@/words/format';
import type { PointCounts } from '@/domain/registration/accessPoint';
import type { Unsent } from './deskState';

interface PointCountersProps {
  readonly counts: PointCounts;
  readonly unsent: readonly Unsent[];
}
/** What the point counted on all devices, with what this device has not sent yet. */
export const PointCounters = ({ counts, unsent }: PointCountersProps) => {
  const { t, locale } = useWords();
  const passed = unsent.filter(({ result }) => result === 'ok');
  const isIn = passed.filter(({ direction }) => direction === 'entry').length,
    isOut = passed.length - isIn;
  const shown = [
    ['inside', Math.max(0, counts.inside + isIn - isOut)],
    ['entries', counts.entries + isIn],
    ['exits', counts.exits + isOut],
    ['refused', counts.refused + unsent.length - passed.length],
  ] as const;
  return (
    <dl className="acc-counters">
      {shown.map(([name, count]) => (
        <div key={name} data-name={name}>
          <dt>{t(`scan.counts.${name}`)}</dt>
          <dd>{formatNumber(count, locale)}</dd>
        </div>
      ))}
    </dl>
  );
};
