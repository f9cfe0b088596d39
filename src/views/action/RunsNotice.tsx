import { useCustom, type BaseRecord, type HttpError } from '@refinedev/core';
import { useState } from 'react';
import { formatNumber } from '@/words/format';
import type { AnyResource } from '@/schema';
import { useWords } from '../../fields/kit/useWords';
import { actionAddress, useRuns, type RunState } from './runAction';
import { RunDialog } from './RunDialog';
import './action.css';

interface RunsNoticeProps {
  readonly resource: AnyResource;
  /** Another dialog is open, which may be driving the very run. */
  readonly isBusy: boolean;
}

/** Runs of this person that were left before they had finished, to go on with or to give up; nothing where there are none. */
export default function RunsNotice({ resource, isBusy }: RunsNoticeProps) {
  const { t, locale } = useWords();
  const { drop } = useRuns(resource);
  const [resumed, setResumed] = useState<RunState>();
  const { query, result } = useCustom<BaseRecord, HttpError>({
    url: actionAddress(resource, 'runs'),
    method: 'get',
    dataProviderName: resource.service,
    errorNotification: false,
    queryOptions: { enabled: !isBusy && !resumed, staleTime: 0, retry: false },
  });
  const runs = isBusy || resumed ? [] : ((result?.data?.['items'] ?? []) as readonly RunState[]);
  const giveUp = async (run: RunState): Promise<void> => {
    await drop(run).catch(() => undefined); // one that is gone already is what was asked for
    void query.refetch();
  };
  const number = (value: number): string => formatNumber(value, locale);
  return (
    <>
      {runs.map((run) => (
        <div key={run.runid} className="run-notice" role="status">
          <span>
            {t('action.run.open', { name: t(`${resource.name}.actions.${run.action}`), done: number(run.done), total: number(run.total) })}
          </span>
          <span className="run-notice-tools">
            <button type="button" className="asd-button" onClick={() => setResumed(run)}>
              {t('action.run.resume')}
            </button>
            <button type="button" className="list-button" onClick={() => void giveUp(run)}>
              {t('action.run.drop')}
            </button>
          </span>
        </div>
      ))}
      {resumed ? (
        <RunDialog
          resource={resource}
          run={resumed}
          onClose={() => {
            setResumed(undefined);
            void query.refetch();
          }}
        />
      ) : null}
    </>
  );
}
