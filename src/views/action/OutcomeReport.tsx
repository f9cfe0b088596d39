import { failureOf } from '@/fields/kit/failureOf';
import { useDataProvider, useMany } from '@refinedev/core';
import { useState } from 'react';
import { formatNumber } from '@/words/format';
import type { AnyResource } from '@/schema';
import { must } from '@/schema/must';
import { toCsv } from '../../words/csv';
import { saveFile } from '../../frame/saveFile';
import { recordTitle } from '../../fields/kit/recordTitle';
import { useWords } from '../../fields/kit/useWords';
import { OutcomeTable } from './OutcomeTable';
import type { ActionOutcome, RefusedRow } from './runAction';

const mostListed = 20,
  mostRows = 200,
  titlesAtOnce = 200;
interface LeftOut extends RefusedRow {
  readonly kind: 'failed' | 'skipped';
}

const useTitles = (resource: AnyResource, rows: readonly RefusedRow[]): ReadonlyMap<number, string> => {
  const words = useWords();
  const ids = [...new Set(rows.map(({ id }) => id))];
  const { result } = useMany({
    resource: resource.name,
    dataProviderName: resource.service,
    ids,
    errorNotification: false,
    queryOptions: { enabled: ids.length > 0, retry: false },
  });
  return new Map((result?.data ?? []).map((row) => [Number(row[resource.key]), recordTitle(resource, row, words)]));
};

const byReason = (
  left: readonly LeftOut[],
): readonly { readonly reason: string; readonly kind: LeftOut['kind']; readonly count: number }[] => {
  const groups = new Map<string, { reason: string; kind: LeftOut['kind']; count: number }>();
  for (const { reason, kind } of left) {
    const key = `${kind} ${reason}`;
    groups.set(key, { reason, kind, count: (groups.get(key)?.count ?? 0) + 1 });
  }
  return [...groups.values()].sort((one, other) => other.count - one.count);
};

/** Every record that was left out, with its title, as a file. */
const LeftOutFile = ({ resource, left }: { readonly resource: AnyResource; readonly left: readonly LeftOut[] }) => {
  const words = useWords(),
    { t } = words;
  const provider = useDataProvider()(resource.service);
  const [stage, setStage] = useState<{ readonly isBusy: boolean; readonly why?: string }>({ isBusy: false });
  const save = async (): Promise<void> => {
    setStage({ isBusy: true });
    try {
      const readMany = must(provider.getMany, `the reading of several ${resource.name}`);
      const titles = new Map<number, string>();
      for (let at = 0; at < left.length; at += titlesAtOnce) {
        const { data } = await readMany({ resource: resource.name, ids: left.slice(at, at + titlesAtOnce).map(({ id }) => id) });
        for (const row of data) titles.set(Number(row[resource.key]), recordTitle(resource, row, words));
      }
      const head = [t('action.folio'), t('action.record'), t('action.kind'), t('action.reason')];
      saveFile(
        `${t(`${resource.name}.titles.list`)}.csv`,
        toCsv([head, ...left.map(({ id, kind, reason }) => [String(id), titles.get(id) ?? `#${id}`, t(`action.kinds.${kind}`), reason])]),
      );
      setStage({ isBusy: false });
    } catch (error) {
      setStage({ isBusy: false, why: failureOf(error).message });
    }
  };
  return (
    <>
      <button type="button" className="asd-button outcome-file" disabled={stage.isBusy} onClick={() => void save()}>
        {t(stage.isBusy ? 'action.filePreparing' : 'action.file')}
      </button>
      {stage.why === undefined ? null : <p role="alert">{t('action.fileFailed', { why: stage.why })}</p>}
    </>
  );
};

/** On how many records the whole change was tried; a similar share of the others may also be left out by the change itself. */
const Tried = ({ outcome: { tried, total = 0, surprised = 0 } }: { readonly outcome: ActionOutcome }) => {
  const { t, locale } = useWords();
  if (tried === undefined) return null;
  const numbers = { tried: formatNumber(tried, locale), total: formatNumber(total, locale) };
  return (
    <>
      <p className="outcome-tried">{t(tried === 0 ? 'action.triedNone' : 'action.tried', numbers)}</p>
      {surprised > 0 ? <p className="outcome-tried">{t('action.surprised', { ...numbers, count: surprised })}</p> : null}
    </>
  );
};

interface OutcomeReportProps {
  readonly resource: AnyResource;
  readonly outcome: ActionOutcome;
  readonly isDone: boolean;
  /** Asked for one record, where counts would say nothing. */
  readonly isOne?: boolean;
  /** It creates another record and leaves this one as it is. */
  readonly makes?: boolean;
}
/**
 * The result of an action or its rehearsal in counts, and what was left out and why: record by record if there are few, by reason if there
 * are many, and all of them as a file.
 */
export const OutcomeReport = ({ resource, outcome, isDone, isOne = false, makes = false }: OutcomeReportProps) => {
  const { t, locale } = useWords();
  const left: readonly LeftOut[] = [
    ...outcome.failed.map((row) => ({ ...row, kind: 'failed' as const })),
    ...outcome.skipped.map((row) => ({ ...row, kind: 'skipped' as const })),
  ];
  const isGrouped = left.length > mostListed;
  const titles = useTitles(resource, isGrouped ? [] : left);
  if (isOne && left.length === 0 && outcome.ok === 1)
    return <p className="outcome-one">{t(isDone ? 'action.oneDone' : makes ? 'action.wouldMake' : 'action.one')}</p>;
  const groups = isGrouped ? byReason(left) : [];
  return (
    <div className="outcome">
      <p>{t(isDone ? 'action.done' : 'action.would')}</p>
      <ul className="outcome-counts">
        <li data-tone="good">{t(isDone ? 'action.okDone' : 'action.ok', { count: outcome.ok })}</li>
        {outcome.skipped.length > 0 ? (
          <li>{t(isDone ? 'action.run.skipped' : 'action.skipped', { count: outcome.skipped.length })}</li>
        ) : null}
        {outcome.failed.length > 0 ? <li data-tone="bad">{t('action.failedRows', { count: outcome.failed.length })}</li> : null}
      </ul>
      {isDone ? null : <Tried outcome={outcome} />}
      {left.length > 0 ? (
        <OutcomeTable
          label={t('action.reason')}
          head={isGrouped ? [t('action.reason'), t('action.records')] : [t('action.record'), t('action.reason')]}
        >
          {groups.slice(0, mostRows).map(({ reason, kind, count }) => (
            <tr key={`${kind} ${reason}`} data-tone={kind === 'failed' ? 'bad' : undefined}>
              <td>{reason}</td>
              <td data-count>{formatNumber(count, locale)}</td>
            </tr>
          ))}
          {isGrouped
            ? null
            : left.map(({ id, reason, kind }) => (
                <tr key={`${id} ${reason}`} data-tone={kind === 'failed' ? 'bad' : undefined}>
                  <td>{titles.get(id) ?? `#${id}`}</td>
                  <td>{reason}</td>
                </tr>
              ))}
        </OutcomeTable>
      ) : null}
      {groups.length > mostRows ? <p>{t('action.moreRows', { count: groups.length - mostRows })}</p> : null}
      {left.length > 0 ? <LeftOutFile resource={resource} left={left} /> : null}
    </div>
  );
};
