import { useCustom, type BaseRecord, type HttpError } from '@refinedev/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatRelative } from '@/words/format';
import { useRegistry } from '@/fields/kit/AppContext';
import type { AnyResource } from '@/schema';
import { jobsKey, useRuns, type RunState } from '@/views/action/runAction';
import { useWords } from '@/fields/kit/useWords';
import { Glyph } from '../frame/Glyph';
import { late } from '../frame/late';
import { Popup } from '../frame/Popup';

const RunDialog = late(async () => ({ default: (await import('@/views/action/RunDialog')).RunDialog }));

interface Job extends RunState {
  readonly resource: string;
  readonly created: string;
}
interface Item {
  readonly job: Job;
  readonly resource: AnyResource;
}
const pauseMs = 30_000;

const JobItem = ({
  item: { job, resource },
  onResume,
  onDropped,
}: {
  readonly item: Item;
  readonly onResume: () => void;
  readonly onDropped: () => void;
}) => {
  const { t, ready } = useTranslation(['common', 'action', 'menu', resource.name]);
  const { locale } = useWords();
  const { drop } = useRuns(resource);
  if (!ready) return null;
  const number = (value: number): string => formatNumber(value, locale);
  const name = t(`actions.${job.action}`, { ns: resource.name });
  const giveUp = (): void =>
    void drop(job)
      .catch(() => undefined)
      .then(onDropped); // one that is gone already is what was asked for
  return (
    <li>
      <strong>
        {name} · {t(`items.${resource.name}`, { ns: 'menu', defaultValue: '' })}
      </strong>
      <progress max={Math.max(job.total, 1)} value={job.done} aria-label={name} />
      <small>
        {t('run.of', { ns: 'action', done: number(job.done), total: number(job.total) })} ·{' '}
        {t('jobs.left', { ok: number(job.ok), left: number(job.left.skipped + job.left.failed) })} · {formatRelative(job.created, locale)}
      </small>
      {job.finished ? null : (
        <span className="asd-jobs-tools">
          <button type="button" className="asd-button" onClick={onResume}>
            {t('run.resume', { ns: 'action' })}
          </button>
          <button type="button" className="asd-bar-button" onClick={giveUp}>
            {t('run.drop', { ns: 'action' })}
          </button>
        </span>
      )}
    </li>
  );
};

/** What the person does to many records at once, wherever they began it: how far it is, and the way to go on. */
export const JobsTray = () => {
  const { t } = useTranslation('common');
  const { locale } = useWords();
  const registry = useRegistry();
  const [resumed, setResumed] = useState<Item>();
  const { query, result } = useCustom<BaseRecord, HttpError>({
    url: '/v2/general/runs',
    method: 'get',
    dataProviderName: 'general',
    errorNotification: false,
    queryOptions: {
      queryKey: jobsKey,
      staleTime: pauseMs,
      retry: false,
      refetchInterval: ({ state }) =>
        ((state.data?.data['items'] ?? []) as readonly Job[]).some(({ finished }) => !finished) ? pauseMs : false,
    },
  });
  const items = ((result?.data?.['items'] ?? []) as readonly Job[]).flatMap((job): readonly Item[] => {
    const resource = registry.find(job.resource);
    return resource ? [{ job, resource }] : [];
  });
  const open = items.filter(({ job }) => !job.finished).length;
  const title = open > 0 ? `${t('jobs.title')}: ${formatNumber(open, locale)}` : t('jobs.title');
  return (
    <>
      <Popup
        label={title}
        className={open > 0 ? 'asd-bar-jobs' : 'asd-bar-jobs asd-bar-idle'}
        button={
          <span className="asd-tray">
            <Glyph name="repeat" />
            {open > 0 ? <b>{formatNumber(open, locale)}</b> : null}
          </span>
        }
      >
        {(close) =>
          items.length === 0 ? (
            <p className="asd-popup-note" role="status">
              {t('jobs.none')}
            </p>
          ) : (
            <ol className="asd-jobs">
              {items.map((item) => (
                <JobItem
                  key={item.job.runid}
                  item={item}
                  onResume={() => {
                    close();
                    setResumed(item);
                  }}
                  onDropped={() => void query.refetch()}
                />
              ))}
            </ol>
          )
        }
      </Popup>
      {resumed ? (
        <Suspense fallback={null}>
          <RunDialog resource={resumed.resource} run={resumed.job} onClose={() => setResumed(undefined)} />
        </Suspense>
      ) : null}
    </>
  );
};
