import { useCustom, type BaseRecord, type HttpError } from '@refinedev/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatRelative } from '@/words/format';
import { useRegistry } from '@/fields/kit/AppContext';
import type { AnyResource } from '@/schema';
import { LateRunDialog } from '@/views/action/LateRunDialog';
import { jobsKey, useRuns, type RunState } from '@/views/action/runAction';
import { useWords } from '@/fields/kit/useWords';
import { Glyph } from '../frame/Glyph';
import { Popup } from '../frame/Popup';
import { DownloadItem, useDownloads } from './DownloadItems';
import { ImportItem, useImports } from './ImportItems';

interface Job extends RunState {
  readonly resource: string;
  readonly created: string;
}
interface Item {
  readonly job: Job;
  readonly resource: AnyResource;
}
const pauseMs = 30_000;

interface JobItemProps {
  readonly item: Item;
  /** Shows a run in its dialog. */
  readonly onLook: (run: RunState) => void;
  readonly onDropped: () => void;
}
/** The state of a job as a word; undefined while it runs. */
const standingOf = ({ state, reason }: Job): { readonly key: string; readonly why: string } | null =>
  state === 'stopped' ? { key: 'jobs.stopped', why: '' } : state === 'failed' ? { key: 'jobs.failed', why: reason?.message ?? '' } : null;

/** How far a job is, or what it came to, in one line. */
const useLine = ({ total, done, ok, left, finished, rehearsal, created }: Job): string => {
  const { t, ready } = useTranslation(['common', 'action']);
  const { locale } = useWords();
  if (!ready) return '';
  const number = (value: number): string => formatNumber(value, locale);
  const out = number(left.skipped + left.failed);
  const of = t('run.of', { ns: 'action', done: number(done), total: number(total) });
  const since = formatRelative(created, locale);
  if (rehearsal)
    return [
      finished ? t('jobs.reviewed', { ok: number(ok), left: out }) : t(`run.phases.${rehearsal.phase}`, { ns: 'action' }),
      ...(finished ? [] : [t('run.of', { ns: 'action', done: number(rehearsal.done), total: number(rehearsal.total) })]),
      since,
    ].join(' · ');
  return [...(finished ? [] : [of]), t('jobs.left', { ok: number(ok), left: out }), since].join(' · ');
};

const JobItem = ({ item: { job, resource }, onLook, onDropped }: JobItemProps) => {
  const { t, ready } = useTranslation(['common', 'action', 'menu', resource.name]);
  const { drop, resume } = useRuns(resource);
  const line = useLine(job);
  if (!ready) return null;
  const name = t(`actions.${job.action}`, { ns: resource.name });
  const standing = standingOf(job);
  const giveUp = (): void =>
    void drop(job)
      .catch(() => undefined)
      .then(onDropped); // if it is gone already, that is the wanted result
  const goOn = (): void =>
    void resume(job)
      .catch(() => job)
      .then(onLook);
  return (
    <li>
      <strong>
        {job.rehearsal ? t('jobs.review', { name }) : name} · {t(`items.${resource.name}`, { ns: 'menu', defaultValue: '' })}
      </strong>
      {job.finished ? null : (
        <progress
          max={Math.max(job.rehearsal?.total ?? job.total, 1)}
          value={job.rehearsal?.done ?? job.done}
          data-still={standing ? '' : undefined}
          aria-label={name}
        />
      )}
      <small>{line}</small>
      {standing ? (
        <small className="asd-jobs-why">
          {t(standing.key)} {standing.why}
        </small>
      ) : null}
      <span className="asd-jobs-tools">
        {standing ? (
          <>
            <button type="button" className="asd-button" onClick={goOn}>
              {t('run.resume', { ns: 'action' })}
            </button>
            <button type="button" className="asd-bar-button" onClick={giveUp}>
              {t(job.rehearsal ? 'run.dropReview' : 'run.drop', { ns: 'action' })}
            </button>
          </>
        ) : (
          <button type="button" className="asd-button" onClick={() => onLook(job)}>
            {t(job.finished ? 'run.see' : 'run.look', { ns: 'action' })}
          </button>
        )}
      </span>
    </li>
  );
};

/**
 * Running jobs of the person over many records, no matter where they were started: progress, the reason of a stop, and a way to continue.
 */
export const JobsTray = () => {
  const { t } = useTranslation('common');
  const { locale } = useWords();
  const registry = useRegistry();
  const [shown, setShown] = useState<Item>();
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
  const { downloads, open: openDownloads } = useDownloads();
  const { imports, open: openImports } = useImports();
  const open = items.filter(({ job }) => !job.finished).length + openDownloads + openImports;
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
          items.length + downloads.length + imports.length === 0 ? (
            <p className="asd-popup-note" role="status">
              {t('jobs.none')}
            </p>
          ) : (
            <ol className="asd-jobs">
              {imports.map((each) => (
                <ImportItem key={each.import_jobid} shown={each} onLeave={close} />
              ))}
              {downloads.map((download) => (
                <DownloadItem key={download.report_jobid} download={download} onLeave={close} />
              ))}
              {items.map((item) => (
                <JobItem
                  key={item.job.runid}
                  item={item}
                  onLook={(run) => {
                    close();
                    setShown({ ...item, job: { ...item.job, ...run } });
                  }}
                  onDropped={() => void query.refetch()}
                />
              ))}
            </ol>
          )
        }
      </Popup>
      {shown ? (
        <Suspense fallback={null}>
          <LateRunDialog resource={shown.resource} run={shown.job} onClose={() => setShown(undefined)} />
        </Suspense>
      ) : null}
    </>
  );
};
