import { useCustom, type BaseRecord, type HttpError } from '@refinedev/core';
import { Suspense, useState } from 'react';
import { formatNumber } from '@/words/format';
import type { AnyResource } from '@/schema';
import { useWords } from '../../fields/kit/useWords';
import { actionAddress, jobsKey, useRuns, type RunState } from './runAction';
import { LateRunDialog } from './LateRunDialog';
import './action.css';

interface RunsNoticeProps {
  readonly resource: AnyResource;
  /** Another dialog is open, possibly of the same run. */
  readonly isBusy: boolean;
}

/** The text for the state of a run. */
const sentenceOf = ({ state, rehearsal, finished }: RunState): string =>
  rehearsal
    ? finished
      ? 'action.run.reviewed'
      : state === 'running'
        ? 'action.run.reviewing'
        : 'action.run.reviewOpen'
    : state === 'running'
      ? 'action.run.going'
      : 'action.run.open';

/** Unfinished runs of this person over this list and finished rehearsals, to view, resume or end; nothing when there are none. */
export default function RunsNotice({ resource, isBusy }: RunsNoticeProps) {
  const { t, locale } = useWords();
  const { drop, resume } = useRuns(resource);
  const [shown, setShown] = useState<RunState>();
  const { query, result } = useCustom<BaseRecord, HttpError>({
    url: actionAddress(resource, 'runs'),
    method: 'get',
    dataProviderName: resource.service,
    errorNotification: false,
    queryOptions: { queryKey: [...jobsKey, 'open', resource.name], enabled: !isBusy && !shown, staleTime: 0, retry: false },
  });
  const runs = isBusy || shown ? [] : ((result?.data?.['items'] ?? []) as readonly RunState[]);
  const giveUp = async (run: RunState): Promise<void> => {
    await drop(run).catch(() => undefined); // if it is gone already, that is the wanted result
    void query.refetch();
  };
  /** Its dialog says why if it cannot continue. */
  const goOn = async (run: RunState): Promise<void> => setShown(await resume(run).catch(() => run));
  const number = (value: number): string => formatNumber(value, locale);
  return (
    <>
      {runs.map((run) => (
        <div key={run.runid} className="run-notice" role="status">
          <span>
            {t(sentenceOf(run), {
              name: t(`${resource.name}.actions.${run.action}`),
              done: number(run.done),
              total: number(run.total),
              ok: number(run.ok),
            })}
          </span>
          <span className="run-notice-tools">
            {run.state === 'running' || run.finished ? (
              <button type="button" className="asd-button" onClick={() => setShown(run)}>
                {t(run.finished ? 'action.run.see' : 'action.run.look')}
              </button>
            ) : (
              <button type="button" className="asd-button" onClick={() => void goOn(run)}>
                {t('action.run.resume')}
              </button>
            )}
            {run.state === 'running' ? null : (
              <button type="button" className="list-button" onClick={() => void giveUp(run)}>
                {t(run.rehearsal ? 'action.run.dropReview' : 'action.run.drop')}
              </button>
            )}
          </span>
        </div>
      ))}
      {shown ? (
        <Suspense fallback={null}>
          <LateRunDialog
            resource={resource}
            run={shown}
            onClose={() => {
              setShown(undefined);
              void query.refetch();
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
