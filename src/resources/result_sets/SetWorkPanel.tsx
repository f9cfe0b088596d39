import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { SetWork } from '@/domain/results/setWork';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import { useWords } from '@/fields/kit/useWords';
import type { InferRow } from '@/schema';
import { can } from '@/schema/project/access';
import type { result_sets } from './result_sets';
import { explainedAt } from '@/views/list/model/explainedAt';
import { formatInstant, formatNumber } from '@/words/format';
import { ActionButton } from './ActionButton';
import { MissingPanel } from './MissingPanel';
import { SetSteps } from './SetSteps';
import { UnmatchedQueue } from './UnmatchedQueue';
import { useSetWork } from './useSetWork';
import './setWork.css';

type Set = InferRow<typeof result_sets>;
interface PartProps {
  readonly set: Set;
  readonly work: SetWork;
}
const ofSet = (set: Set) => ({ field: 'result_setid', op: 'eq', value: set.result_setid }) as const;
const loadPath = ({ eventid }: Set): string => `/import_jobs/new?type=results&eventid=${eventid}&within=event`;

/** The one thing that is to be done next. */
const NextStep = ({ set, work }: PartProps) => {
  const { t } = useWords();
  const grants = useGrants();
  const sets = useRegistry().get('result_sets');
  const mayEdit = can(grants, 'publish', sets);
  const id = set.result_setid;
  const load = mayEdit ? (
    <Link className={work.next === 'load' ? 'asd-button set-main' : 'asd-button'} to={loadPath(set)}>
      {t(set.results_count > 0 ? 'result_sets.page.loadMore' : 'result_sets.page.load')}
    </Link>
  ) : null;
  const isOpen = set.status === 'draft' || set.status === 'provisional';
  const publish =
    set.status === 'draft' && set.results_count > 0 ? (
      <ActionButton resource={sets} action="publish" id={id} isMain={work.next === 'publish'} />
    ) : null;
  const steps: Partial<Record<string, ReactNode>> = {
    match: (
      <a className="asd-button set-main" href="#unmatched">
        {t('result_sets.page.step.match')}
      </a>
    ),
    check: (
      <Link className="asd-button set-main" to={explainedAt('results', { and: [ofSet(set), { field: 'check', op: 'eq', value: 'open' }] })}>
        {t('result_sets.page.step.check')}
      </Link>
    ),
    official: <ActionButton resource={sets} action="make_official" id={id} isMain />,
  };
  if (work.stage)
    return (
      <p className="set-next" role="status">
        {t(`result_sets.page.atWork.${work.stage}`)}
      </p>
    );
  return (
    <div className="set-next">
      {work.is_late ? <span role="status">{t('result_sets.page.late')}</span> : null}
      {work.is_late ? <ActionButton resource={sets} action="recalculate" id={id} isMain /> : null}
      {isOpen && work.next ? steps[work.next] : null}
      {publish}
      {isOpen ? load : null}
      {set.status === 'withdrawn' ? <ActionButton resource={sets} action="publish" id={id} /> : null}
      {work.next === null ? <span role="status">{t('result_sets.page.allDone')}</span> : null}
    </div>
  );
};

const Problems = ({ set, work: { problems } }: PartProps) => {
  const { t, locale } = useWords();
  if (problems.length === 0) return null;
  return (
    <section className="set-part" aria-labelledby="set-problems">
      <h2 id="set-problems">
        {t('result_sets.page.problems')} <small>{formatNumber(set.problems_count, locale)}</small>
      </h2>
      <p className="set-quiet">{t('result_sets.page.problemsText')}</p>
      <ul className="set-rows">
        {problems.map(({ problem, count }) => (
          <li key={problem}>
            <Link
              to={explainedAt('results', {
                and: [ofSet(set), { field: 'check', op: 'eq', value: 'open' }, { field: 'problems', op: 'has', value: [problem] }],
              })}
            >
              <strong>{formatNumber(count, locale)}</strong> <span>{t(`results.choices.problems.${problem}`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
};

const Claims = ({ set, work: { claim_path } }: PartProps) => {
  const { t, locale } = useWords();
  if (set.status !== 'provisional' && set.status !== 'official') return null;
  const pending = explainedAt('result_claims', { and: [ofSet(set), { field: 'status', op: 'in', value: ['open', 'in_review'] }] });
  return (
    <section className="set-part" aria-labelledby="set-claims">
      <h2 id="set-claims">{t('result_sets.page.claims')}</h2>
      <p>
        {set.open_claims_count > 0 ? (
          <Link to={pending}>
            {t('result_sets.page.claimsText', { count: set.open_claims_count, number: formatNumber(set.open_claims_count, locale) })}
          </Link>
        ) : (
          t('result_sets.page.claimsNone')
        )}
      </p>
      {set.claim_until ? (
        <p className="set-quiet">
          {t('result_sets.page.claimsUntil', { until: formatInstant(set.claim_until) })}{' '}
          {claim_path && set.status === 'provisional' ? (
            <a href={claim_path} target="_blank" rel="noopener noreferrer">
              {t('result_sets.page.claimPage')}
            </a>
          ) : null}
        </p>
      ) : null}
    </section>
  );
};

const Statuses = ({ set, work: { statuses } }: PartProps) => {
  const { t, locale } = useWords();
  if (statuses.length === 0) return null;
  return (
    <section className="set-part" aria-labelledby="set-statuses">
      <h2 id="set-statuses">{t('result_sets.page.statuses')}</h2>
      <ul className="set-counts">
        {statuses.map(({ status, count }) => (
          <li key={status}>
            <Link to={explainedAt('results', { and: [ofSet(set), { field: 'status', op: 'eq', value: status }] })}>
              <strong>{formatNumber(count, locale)}</strong> <span>{t(`results.choices.status.${status}`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
};

/** What is left to do with a set: where it is on the way to official results, the next step, and the results to work through. */
export default function SetWorkPanel({ row: set }: { readonly row: Set }) {
  const { t } = useWords();
  const { work, error, retry } = useSetWork(set.result_setid, set.version);
  if (!work)
    return error ? (
      <p role="alert">
        {t('result_sets.page.failed')}{' '}
        <button type="button" className="asd-button" onClick={retry}>
          {t('show.retry')}
        </button>
      </p>
    ) : (
      <div className="set-work" aria-busy="true" />
    );
  return (
    <div className="set-work">
      <SetSteps set={set} next={work.next} />
      <NextStep set={set} work={work} />
      {set.results_count === 0 ? (
        <section className="set-part set-empty">
          <h2>{t('result_sets.page.emptyTitle')}</h2>
          <p>{t('result_sets.page.emptyText')}</p>
        </section>
      ) : (
        <div className="set-parts">
          <Statuses set={set} work={work} />
          <Problems set={set} work={work} />
          <MissingPanel setid={set.result_setid} isOpen={set.status === 'draft' || set.status === 'provisional'} missing={work.missing} />
          <Claims set={set} work={work} />
        </div>
      )}
      {work.unmatched.length > 0 ? <UnmatchedQueue setid={set.result_setid} rows={work.unmatched} total={set.unmatched_count} /> : null}
    </div>
  );
}
