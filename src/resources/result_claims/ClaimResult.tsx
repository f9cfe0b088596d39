import { useOne, type HttpError } from '@refinedev/core';
import { Link } from 'react-router';
import { useRegistry } from '@/fields/kit/AppContext';
import { FieldValue } from '@/fields/kit/FieldValue';
import { fieldLabel } from '@/fields/kit/fieldLabel';
import { useWords } from '@/fields/kit/useWords';
import { fieldOf, type InferRow } from '@/schema';
import type { result_claims } from './result_claims';
import { formatInstant } from '@/words/format';
import './claimResult.css';

const shown = [
  'number',
  'name',
  'status',
  'chip_time_ms',
  'gun_time_ms',
  'penalty_ms',
  'gender',
  'age_category',
  'place_overall',
  'place_gender',
  'place_category',
  'dq_reason',
] as const;

/** The result that a claim is about, as it is now, and until when the claim is to be answered. */
export default function ClaimResult({ row: claim }: { readonly row: InferRow<typeof result_claims> }) {
  const words = useWords(),
    { t } = words;
  const results = useRegistry().get('results');
  const { query, result } = useOne<Readonly<Record<string, unknown>>, HttpError>({
    resource: results.name,
    id: claim.resultid ?? 0,
    dataProviderName: results.service,
    errorNotification: false,
    queryOptions: { enabled: claim.resultid !== null, retry: false },
  });
  const isOpen = claim.status === 'open' || claim.status === 'in_review';
  const isLate = claim.due_at !== null && Date.parse(claim.due_at) < Date.now();
  return (
    <section className="claim-result" aria-labelledby="claim-result">
      {isOpen && claim.due_at ? (
        <p className="claim-due" data-late={isLate || undefined}>
          {t(isLate ? 'result_claims.page.late' : 'result_claims.page.due', { until: formatInstant(claim.due_at) })}
        </p>
      ) : null}
      <h2 id="claim-result">{t('result_claims.page.result')}</h2>
      {claim.resultid === null ? (
        <p>{t('result_claims.page.noResult')}</p>
      ) : query.data ? (
        <>
          <dl>
            {shown
              .filter((name) => result?.[name] !== null && result?.[name] !== undefined)
              .map((name) => (
                <div key={name}>
                  <dt>{fieldLabel(words, results, name)}</dt>
                  <dd>
                    <FieldValue field={fieldOf(results, name)} place={{ resource: results.name, name }} row={result ?? {}} />
                  </dd>
                </div>
              ))}
          </dl>
          <Link to={`/results/${claim.resultid}`}>{t('result_claims.page.open')}</Link>
        </>
      ) : null}
    </section>
  );
}
