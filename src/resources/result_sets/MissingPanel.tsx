import { Link } from 'react-router';
import type { SetWork } from '@/domain/results/setWork';
import { BibChip } from '@/fields/kit/BibChip';
import { useRegistry } from '@/fields/kit/AppContext';
import { useWords } from '@/fields/kit/useWords';
import { formatNumber } from '@/words/format';
import { ActionButton } from './ActionButton';

interface MissingPanelProps {
  readonly setid: number;
  readonly isOpen: boolean;
  readonly missing: SetWork['missing'];
}
/** Registrations without a result; those who were let in at the start or picked up their kit come first. */
export const MissingPanel = ({ setid, isOpen, missing: { count, first } }: MissingPanelProps) => {
  const { t, locale } = useWords();
  const sets = useRegistry().get('result_sets');
  if (count === 0) return null;
  return (
    <section className="set-part" aria-labelledby="set-missing">
      <h2 id="set-missing">
        {t('result_sets.page.missing')} <small>{formatNumber(count, locale)}</small>
      </h2>
      <p className="set-quiet">{t('result_sets.page.missingText', { count, number: formatNumber(count, locale) })}</p>
      <details>
        <summary>{t('result_sets.page.missingWho')}</summary>
        <ul className="set-rows">
          {first.map(({ inscriptionid, number, name, folio, has_kit, is_in }) => (
            <li key={inscriptionid}>
              {number === null ? null : <BibChip>{String(number)}</BibChip>}{' '}
              <Link to={`/inscriptions/${inscriptionid}`}>{name ?? folio ?? inscriptionid}</Link>{' '}
              <small>{is_in ? t('result_sets.page.missingIn') : has_kit ? t('result_sets.page.missingKit') : ''}</small>
            </li>
          ))}
        </ul>
      </details>
      {isOpen ? (
        <div className="set-tools">
          <ActionButton resource={sets} action="add_missing" id={setid}>
            {t('result_sets.page.missingAdd')}
          </ActionButton>
        </div>
      ) : null}
    </section>
  );
};
