import { Button } from '@/frame/antd/Button';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Candidate, Unmatched } from '@/domain/results/setWork';
import { formatDuration } from '@/fields/duration/formatDuration';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import { BibChip } from '@/fields/kit/BibChip';
import { failureOf } from '@/fields/kit/failureOf';
import { useWords } from '@/fields/kit/useWords';
import { toast } from '@/providers/notification/toaster';
import { can } from '@/schema/project/access';
import { useRunAction } from '@/views/action/runAction';
import { useReread } from '@/views/action/useReread';
import { explainedAt } from '@/views/list/model/explainedAt';
import { formatDay, formatNumber } from '@/words/format';
import { actionOf } from '@/schema';
import { ActionButton } from './ActionButton';

/** Runs an action of one result at once. */
const useResultAction = (resultid: number, name: string) => {
  const resource = useRegistry().get('results');
  const run = useRunAction({ resource, name, action: actionOf(resource, name), target: { ids: [resultid] } });
  const reread = useReread();
  const [isBusy, setBusy] = useState(false);
  const act = async (input: object): Promise<void> => {
    setBusy(true);
    try {
      await run(input, false);
      reread();
    } catch (error) {
      toast('error', failureOf(error).message);
      setBusy(false);
    }
  };
  return { act, isBusy };
};

const nameOf = ({ first_name, last_name, second_last_name }: Candidate): string =>
  [first_name, last_name, second_last_name].filter(Boolean).join(' ');

const CandidateRow = ({
  candidate,
  resultid,
  mayMatch,
}: {
  readonly candidate: Candidate;
  readonly resultid: number;
  readonly mayMatch: boolean;
}) => {
  const { t } = useWords();
  const { act, isBusy } = useResultAction(resultid, 'match');
  const { inscriptionid, number, folio, birth_date, has_result } = candidate;
  return (
    <li>
      <span className="set-person">
        <Link to={`/inscriptions/${inscriptionid}`}>{nameOf(candidate)}</Link>
        <small>
          {[
            number === null ? null : `#${number}`,
            folio,
            birth_date ? formatDay(birth_date) : null,
            has_result ? t('result_sets.page.hasResult') : null,
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </span>
      {mayMatch ? (
        <Button size="small" aria-busy={isBusy} onClick={() => void (isBusy || act({ inscriptionid }))}>
          {t('result_sets.page.isThis')}
        </Button>
      ) : null}
    </li>
  );
};

const Row = ({ row, mayMatch }: { readonly row: Unmatched; readonly mayMatch: boolean }) => {
  const { t } = useWords();
  const results = useRegistry().get('results');
  const { act, isBusy } = useResultAction(row.resultid, 'keep_unregistered');
  const time = row.chip_time_ms ?? row.gun_time_ms;
  return (
    <li className="set-unmatched">
      <div className="set-person">
        <strong>
          {row.number === null ? <small>{t('result_sets.page.bibless')}</small> : <BibChip>{String(row.number)}</BibChip>}{' '}
          <Link to={`/results/${row.resultid}`}>{row.name}</Link>
        </strong>
        <small>
          {[
            row.age_category,
            row.birth_date ? formatDay(row.birth_date) : null,
            time === null ? t(`results.choices.status.${row.status}`) : formatDuration(time, 'ms'),
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </div>
      {row.candidates.length > 0 ? (
        <ul>
          {row.candidates.map((candidate) => (
            <CandidateRow key={candidate.inscriptionid} candidate={candidate} resultid={row.resultid} mayMatch={mayMatch} />
          ))}
        </ul>
      ) : (
        <p className="set-quiet">{t('result_sets.page.noCandidate')}</p>
      )}
      {mayMatch ? (
        <div className="set-tools">
          <ActionButton resource={results} action="match" id={row.resultid}>
            {t('result_sets.page.other')}
          </ActionButton>
          <Button aria-busy={isBusy} onClick={() => void (isBusy || act({}))}>
            {t('result_sets.page.without')}
          </Button>
        </div>
      ) : null}
    </li>
  );
};

interface UnmatchedQueueProps {
  readonly setid: number;
  readonly rows: readonly Unmatched[];
  readonly total: number;
}
/** Results that nobody was found for, each with the registrations whose name is likest. */
export const UnmatchedQueue = ({ setid, rows, total }: UnmatchedQueueProps) => {
  const { t, locale } = useWords();
  const mayMatch = can(useGrants(), 'match', useRegistry().get('results'));
  const all = explainedAt('results', {
    and: [
      { field: 'result_setid', op: 'eq', value: setid },
      { field: 'matched_by', op: 'eq', value: 'none' },
    ],
  });
  return (
    <section className="set-part" id="unmatched" aria-labelledby="unmatched-title" tabIndex={-1}>
      <h2 id="unmatched-title">
        {t('result_sets.page.unmatched')} <small>{formatNumber(total, locale)}</small>
      </h2>
      <p className="set-quiet">
        {t('result_sets.page.unmatchedText')}{' '}
        <Link to={all}>{t('result_sets.page.unmatchedMore', { number: formatNumber(total, locale) })}</Link>
      </p>
      <ol className="set-queue">
        {rows.map((row) => (
          <Row key={row.resultid} row={row} mayMatch={mayMatch} />
        ))}
      </ol>
    </section>
  );
};
