import { Button } from '@/frame/antd/Button';
import { formatNumber } from '@/words/format';
import { actionOf, type AnyResource } from '@/schema';
import { useWords } from '../../fields/kit/useWords';
import { Modal } from '../../frame/Modal';
import { Consequence } from './Consequence';
import { OutcomeReport } from './OutcomeReport';
import { outcomeOf, type RunState } from './runAction';
import { useRun, type Followed } from './useRun';
import './action.css';

export interface RunDialogProps {
  readonly resource: AnyResource;
  readonly run: RunState;
  /** Called with whether any record was changed. */
  readonly onClose: (didChange: boolean) => void;
}

/** How far a run is, in numbers. */
const Progress = ({ run: { total, done, ok, left } }: { readonly run: RunState }) => {
  const { t, locale } = useWords();
  const number = (value: number): string => formatNumber(value, locale);
  return (
    <div className="run">
      <progress max={Math.max(total, 1)} value={done} aria-label={t('action.run.progress')} />
      <p role="status">{t('action.run.of', { done: number(done), total: number(total) })}</p>
      <ul className="outcome-counts">
        <li data-tone="good">{t('action.okDone', { count: ok })}</li>
        {left.skipped > 0 ? <li>{t('action.run.skipped', { count: left.skipped })}</li> : null}
        {left.failed > 0 ? <li data-tone="bad">{t('action.failedRows', { count: left.failed })}</li> : null}
      </ul>
    </div>
  );
};

/** What a rehearsal is at, and what it has found so far. */
const Reviewing = ({ run, rehearsal }: { readonly run: RunState; readonly rehearsal: NonNullable<RunState['rehearsal']> }) => {
  const { t, locale } = useWords();
  const { phase, done, total } = rehearsal,
    { skipped, failed } = run.left;
  const number = (value: number): string => formatNumber(value, locale);
  return (
    <div className="run">
      <progress max={Math.max(total, 1)} value={done} aria-label={t('action.run.progress')} />
      <p role="status">
        {t(`action.run.phases.${phase}`)} · {t('action.run.of', { done: number(done), total: number(total) })}
      </p>
      {skipped + failed > 0 ? (
        <ul className="outcome-counts">
          {skipped > 0 ? <li>{t('action.skipped', { count: skipped })}</li> : null}
          {failed > 0 ? <li data-tone="bad">{t('action.failedRows', { count: failed })}</li> : null}
        </ul>
      ) : null}
    </div>
  );
};

/** What a rehearsal found, and what it would mean to do it. */
const Reviewed = ({ resource, run }: Pick<RunDialogProps, 'resource' | 'run'>) => {
  const { t } = useWords();
  return (
    <>
      <OutcomeReport resource={resource} outcome={outcomeOf(run)} isDone={false} />
      {run.ok === 0 ? (
        <p>{t('action.nothing')}</p>
      ) : (
        <Consequence resource={resource} name={run.action} action={actionOf(resource, run.action)} ok={run.ok} />
      )}
    </>
  );
};

interface PartProps extends Followed {
  readonly resource: AnyResource;
}
const Body = ({ resource, run }: PartProps) => {
  if (run.finished)
    return run.rehearsal ? (
      <Reviewed resource={resource} run={run} />
    ) : (
      <OutcomeReport resource={resource} outcome={outcomeOf(run)} isDone />
    );
  return run.rehearsal ? <Reviewing run={run} rehearsal={run.rehearsal} /> : <Progress run={run} />;
};

/** The way on: pausing and going on, and doing what was rehearsed. */
const NextStep = ({ resource, run, stop, resume, perform }: PartProps) => {
  const { t } = useWords();
  if (run.finished)
    return run.rehearsal ? (
      <Button type="primary" danger={actionOf(resource, run.action).danger === true} disabled={run.ok === 0} onClick={perform}>
        {t(`${resource.name}.actions.${run.action}`)}
      </Button>
    ) : null;
  return run.state === 'running' ? (
    <Button onClick={stop}>{t('action.run.pause')}</Button>
  ) : (
    <Button type="primary" onClick={resume}>
      {t('action.run.resume')}
    </Button>
  );
};

/** An action over many records, or its rehearsal, while the server does it: how far it is, stopping and going on, and in the end what was left out and why. */
export const RunDialog = ({ resource, run: from, onClose }: RunDialogProps) => {
  const { t } = useWords();
  const followed = useRun(resource, from);
  const { run, problem } = followed;
  const close = (): void => onClose(run.rehearsal === undefined && run.ok > 0);
  const why = problem ?? run.reason?.message;
  const isOver = run.finished && !run.rehearsal;
  const footer = (
    <>
      <Button {...(isOver && { type: 'primary' as const })} onClick={close}>
        {t('action.close')}
      </Button>
      <NextStep resource={resource} {...followed} />
    </>
  );
  return (
    <Modal title={t(`${resource.name}.actions.${run.action}`)} footer={footer} width={560} onClose={close}>
      <div className="action-form">
        <p className="action-target">{t('action.target', { count: run.total })}</p>
        <Body resource={resource} {...followed} />
        {run.state === 'running' ? <p className="action-target">{t(run.rehearsal ? 'action.run.reviewAway' : 'action.run.away')}</p> : null}
        {run.state === 'stopped' ? <p className="action-target">{t('action.run.paused')}</p> : null}
        {why && (problem || !run.finished) ? (
          <div className="form-summary" role="alert">
            <strong>{t('action.run.broken')}</strong> {why}
          </div>
        ) : null}
      </div>
    </Modal>
  );
};
