import { useOne, type BaseRecord, type HttpError } from '@refinedev/core';
import { Button } from '@/frame/antd/Button';
import { lazy, Suspense, useId, useState } from 'react';
import { papersOf, verdictOf, isWanted, type Paper } from '@/domain/affiliations/papers';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import { failureOf } from '@/fields/kit/failureOf';
import { fieldLabel } from '@/fields/kit/fieldLabel';
import { FieldValue } from '@/fields/kit/FieldValue';
import { useWords } from '@/fields/kit/useWords';
import type { FileRef } from '@/fields/file/file';
import { actionOf, fieldOf, type InferRow } from '@/schema';
import { homeZone } from '@/schema/homeZone';
import { can, canSee } from '@/schema/project/access';
import { listIn } from '@/schema/unknown';
import { refusalOf } from '@/views/form/problems';
import { useRunAction } from '@/views/action/runAction';
import { useReread } from '@/views/action/useReread';
import { formatInstant } from '@/words/format';
import type { fmtri_affiliations } from './fmtri_affiliations';
import { ReviewQueue } from './ReviewQueue';
import './paperReview.css';

const FileLinks = lazy(() => import('@/fields/file/FileLinks'));

type Affiliation = InferRow<typeof fmtri_affiliations>;
interface Kept {
  readonly type: string;
  readonly file?: FileRef | null;
  readonly status?: string;
  readonly reason?: string | null;
  readonly expires_at?: string | null;
}
/** What is read of the person: their documents, and the facts that these prove. */
interface Person extends BaseRecord {
  readonly docs?: readonly Kept[] | null;
}
/** What each paper must prove. */
const proves: Readonly<Record<string, readonly string[]>> = {
  curp: ['name', 'curp', 'birth_date', 'gender'],
  ine: ['name', 'curp', 'birth_date'],
  acta: ['name', 'birth_date'],
  foto: ['name', 'photo'],
  certificado_medico: ['name', 'birth_date'],
  examen: ['name', 'official_level', 'coach_level'],
};
/** Papers that end on a day of their own. */
const ending: ReadonlySet<string> = new Set(['ine', 'certificado_medico', 'examen']);
const today = (): string => new Intl.DateTimeFormat('en-CA', { timeZone: homeZone }).format(new Date());

/** Runs an action of this affiliation; answers whether it was done, and keeps why not. */
const useDo = (row: Affiliation, name: 'review_paper' | 'approve' | 'ask_papers') => {
  const words = useWords(),
    reread = useReread();
  const resource = useRegistry().get('fmtri_affiliations');
  const run = useRunAction({ resource, name, action: actionOf(resource, name), target: { ids: [row.affiliationid] } });
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const act = async (input: object): Promise<boolean> => {
    setBusy(true);
    setProblem('');
    try {
      await run(input, false);
      reread();
      return true;
    } catch (error) {
      setProblem(
        refusalOf(words, failureOf(error))
          .map(({ text }) => text)
          .join(' '),
      );
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { act, problem, isBusy, refuse: setProblem };
};

/** The file of a paper: a picture as it is, any other file as a link. */
const Sheet = ({ paper: { type, kept } }: { readonly paper: Paper<Kept> }) => {
  const { t } = useWords();
  const file = kept?.file;
  if (!file) return <p className="paper-none">{t('fmtri_affiliations.review.missing')}</p>;
  const name = t(`lists.affiliate_documents.${type}`);
  return (
    <div className="paper-file">
      {file.type.startsWith('image/') && file.url.startsWith('/') ? (
        <a href={file.url} target="_blank" rel="noreferrer" aria-label={t('fmtri_affiliations.review.open', { name })}>
          <img src={file.url} alt={name} referrerPolicy="no-referrer" loading="lazy" />
        </a>
      ) : null}
      <Suspense fallback={file.name}>
        <FileLinks files={[file]} />
      </Suspense>
    </div>
  );
};

interface DecideProps {
  readonly row: Affiliation;
  readonly paper: Paper<Kept>;
}
/** The decision about one paper: accepted, if wanted until a day, or refused with a reason. */
const Decide = ({ row, paper: { type, state, kept } }: DecideProps) => {
  const { t } = useWords();
  const id = useId();
  const { act, problem, isBusy, refuse } = useDo(row, 'review_paper');
  const [reason, setReason] = useState('');
  const [expires, setExpires] = useState(kept?.expires_at ?? '');
  if (!kept?.file || state === 'expired') return null;
  const decide = (verdict: 'accepted' | 'rejected') =>
    act({ paper: type, verdict, ...(verdict === 'rejected' ? { reason } : expires && { expires_at: expires }) });
  return (
    <div className="paper-decide">
      {state === 'accepted' ? null : (
        <div>
          {ending.has(type) ? (
            <>
              <label htmlFor={`${id}-expires`}>{t('fmtri_affiliations.review.expires')}</label>
              <input
                id={`${id}-expires`}
                className="asd-field"
                type="date"
                value={expires}
                onChange={({ target }) => setExpires(target.value)}
              />
            </>
          ) : null}
          <Button type="primary" aria-busy={isBusy} onClick={() => void decide('accepted')}>
            {t('fmtri_affiliations.review.accept')}
          </Button>
        </div>
      )}
      {state === 'rejected' ? null : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (reason.trim() === '') refuse(t('errors.paperReason'));
            else void decide('rejected');
          }}
        >
          <label htmlFor={`${id}-reason`}>{t('fmtri_affiliations.review.reason')}</label>
          <input
            id={`${id}-reason`}
            className="asd-field"
            value={reason}
            maxLength={300}
            aria-invalid={problem !== ''}
            aria-describedby={`${id}-problem`}
            onChange={({ target }) => setReason(target.value)}
          />
          <Button htmlType="submit" danger aria-busy={isBusy}>
            {t('fmtri_affiliations.review.refuse')}
          </Button>
        </form>
      )}
      <p id={`${id}-problem`} role="alert" className="paper-problem">
        {problem}
      </p>
    </div>
  );
};

/** What follows from the papers: the approval, or a letter that asks for papers. */
const Conclude = ({ row, papers }: { readonly row: Affiliation; readonly papers: readonly Paper[] }) => {
  const { t } = useWords();
  const approve = useDo(row, 'approve'),
    ask = useDo(row, 'ask_papers');
  if (row.status !== 'pending_review') return null;
  const verdict = verdictOf(papers);
  const open = papers.filter(({ state }) => state === 'pending').length;
  return (
    <div className="paper-conclude">
      {verdict === 'review' ? <p>{t('fmtri_affiliations.review.undecided', { count: open })}</p> : null}
      {verdict === 'approve' ? (
        <Button type="primary" aria-busy={approve.isBusy} onClick={() => void approve.act({})}>
          {t('fmtri_affiliations.review.approve')}
        </Button>
      ) : null}
      {verdict === 'ask' && row.papers_asked_at === null ? (
        <Button type="primary" aria-busy={ask.isBusy} onClick={() => void ask.act({})}>
          {t('fmtri_affiliations.review.ask', { count: papers.filter(isWanted).length })}
        </Button>
      ) : null}
      {row.papers_asked_at === null ? null : <p>{t('fmtri_affiliations.review.asked', { at: formatInstant(row.papers_asked_at) })}</p>}
      <p role="alert" className="paper-problem">
        {approve.problem || ask.problem}
      </p>
    </div>
  );
};

const Papers = ({
  row,
  person,
  required,
}: {
  readonly row: Affiliation;
  readonly person: Person;
  readonly required: readonly string[];
}) => {
  const words = useWords(),
    { t } = words;
  const people = useRegistry().get('fmtri_affiliate_users');
  const papers = papersOf(required, person.docs, today());
  return (
    <>
      <ul className="paper-list">
        {papers.map((paper) => (
          <li key={paper.type} data-paper={paper.type} data-state={paper.state}>
            <header>
              <h3>{t(`lists.affiliate_documents.${paper.type}`)}</h3>
              <span className="paper-state">{t(`fmtri_affiliations.review.state.${paper.state}`)}</span>
            </header>
            <Sheet paper={paper} />
            <div>
              <dl aria-label={t('fmtri_affiliations.review.facts')}>
                {(proves[paper.type] ?? ['name'])
                  .filter((name) => person[name] != null)
                  .map((name) => (
                    <div key={name}>
                      <dt>{fieldLabel(words, people, name)}</dt>
                      <dd>
                        <FieldValue field={fieldOf(people, name)} place={{ resource: people.name, name }} row={person} />
                      </dd>
                    </div>
                  ))}
              </dl>
              {paper.state === 'rejected' && paper.kept?.reason ? <p className="paper-reason">{paper.kept.reason}</p> : null}
              <Decide key={`${paper.state} ${paper.kept?.file?.url ?? ''}`} row={row} paper={paper} />
            </div>
          </li>
        ))}
      </ul>
      <Conclude row={row} papers={papers} />
    </>
  );
};

/** The papers that an affiliation needs, each next to the data that it must prove, with the decision about it and what follows from all. */
export default function PaperReview({ row }: { readonly row: Affiliation }) {
  const { t } = useWords();
  const registry = useRegistry(),
    grants = useGrants();
  const affiliations = registry.get('fmtri_affiliations'),
    people = registry.get('fmtri_affiliate_users'),
    types = registry.get('fmtri_affiliation_types');
  const isOpen = row.status === 'pending_review' || row.status === 'pending_payment' || row.status === 'draft';
  const mayLook =
    can(grants, 'review_paper', affiliations) &&
    can(grants, 'show', people) &&
    can(grants, 'show', types) &&
    canSee(grants, fieldOf(people, 'docs'));
  const enabled = isOpen && mayLook;
  const options = { errorNotification: false, queryOptions: { enabled, retry: false } } as const;
  const person = useOne<Person, HttpError>({
    resource: people.name,
    dataProviderName: people.service,
    id: row.affiliate_userid,
    ...options,
  });
  const type = useOne<BaseRecord, HttpError>({ resource: types.name, dataProviderName: types.service, id: row.typeid, ...options });
  const required = listIn(type.result?.['requires_docs']).flatMap((each) => (typeof each === 'string' ? [each] : []));
  if (!enabled) return null;
  return (
    <section className="paper-review" aria-labelledby="paper-review">
      {row.status === 'pending_review' ? <ReviewQueue current={row.affiliationid} /> : null}
      {person.result && required.length > 0 ? (
        <>
          <h2 id="paper-review">{t('fmtri_affiliations.review.title')}</h2>
          <p>{t('fmtri_affiliations.review.lead')}</p>
          <Papers row={row} person={person.result} required={required} />
        </>
      ) : null}
    </section>
  );
}
