import { useWords } from '@/fields/kit/useWords';
import { partOf } from '@/schema/unknown';
import './paperReview.css';

/** The page of an athlete as a code, which the server draws as SVG, for a phone at the counter. */
export const LinkCode = ({ result }: { readonly result: unknown }) => {
  const { t } = useWords();
  const qr = partOf(result, 'qr');
  if (typeof qr !== 'string') return null;
  return (
    <div className="paper-link">
      <p>{t('fmtri_affiliations.outcomes.athlete_link.scan')}</p>
      <img
        referrerPolicy="no-referrer"
        src={`data:image/svg+xml;utf8,${encodeURIComponent(qr)}`}
        alt={t('fmtri_affiliations.outcomes.athlete_link.picture')}
      />
    </div>
  );
};
