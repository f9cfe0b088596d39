import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/words/format';
import { useWords } from '@/fields/kit/useWords';
import './capacity.css';

interface CapacityBarProps {
  readonly sold: number;
  readonly held: number;
  readonly capacity: number | null;
}
/** How full an event is: sold, held and free, as a bar and as text. */
export const CapacityBar = ({ sold, held, capacity }: CapacityBarProps) => {
  const { t } = useTranslation('common');
  const { locale } = useWords();
  const number = (value: number): string => formatNumber(value, locale);
  const share = (value: number): string => `${capacity ? Math.min(100, (value / capacity) * 100) : 0}%`;
  const free = capacity === null ? null : Math.max(0, capacity - sold - held);
  return (
    <div className="asd-capacity">
      <div className="asd-capacity-bar" aria-hidden="true" data-unlimited={capacity === null || undefined}>
        <span className="asd-capacity-sold" style={{ width: share(sold) }} />
        <span className="asd-capacity-held" style={{ width: share(held) }} />
      </div>
      <p className="asd-capacity-words">
        <span>
          <strong>{number(sold)}</strong> {t('capacity.sold')}
        </span>
        {held > 0 ? (
          <span>
            <strong>{number(held)}</strong> {t('capacity.held')}
          </span>
        ) : null}
        {free === null ? (
          <span>{t('capacity.unlimited')}</span>
        ) : (
          <span>
            <strong>{number(free)}</strong> {t('capacity.free')}
          </span>
        )}
      </p>
    </div>
  );
};
