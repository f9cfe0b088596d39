import { failureOf } from '@/fields/kit/failureOf';
import { useDataProvider, type CrudFilter, type CrudSort } from '@refinedev/core';
import { useEffect, useRef, useState } from 'react';
import { formatDay, formatNumber } from '@/words/format';
import { readText } from '../../../fields/kit/fieldUi';
import { useWords } from '../../../fields/kit/useWords';
import { collectRows, mostRows } from './collectRows';
import { toCsv } from '../../../words/csv';
import { labelOf, type Describing } from '../model/describeFilter';
import { withRead, type Column, type ListPlan } from '../model/listPlan';
import { saveFile } from '../../../frame/saveFile';

interface ExportPanelProps {
  readonly plan: ListPlan;
  readonly describing: Describing;
  readonly columns: readonly Column[];
  readonly filters: readonly CrudFilter[];
  readonly sorters: readonly CrudSort[];
  readonly search: string;
  readonly total: number;
}
type Stage =
  | { readonly at: 'ready' }
  | { readonly at: 'reading'; readonly read: number; readonly of: number }
  | { readonly at: 'done'; readonly rows: number }
  | { readonly at: 'failed'; readonly why: string };

/** Exports exactly what the view shows: its columns, filter, order and words. */
export default function ExportPanel({ plan, describing, columns, filters, sorters, search, total }: ExportPanelProps) {
  const { resource, context } = describing;
  const words = useWords();
  const { t, locale } = words;
  const provider = useDataProvider()(resource.service);
  const [stage, setStage] = useState<Stage>({ at: 'ready' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (): Promise<void> => {
    const control = new AbortController();
    running.current = control;
    setStage({ at: 'reading', read: 0, of: Math.min(total, mostRows) });
    try {
      const params = {
        resource: resource.name,
        filters: [...filters],
        sorters: [...sorters],
        meta: {
          columns: withRead(
            plan,
            columns.map(({ name }) => name),
          ),
          search,
          totals: false,
        },
      };
      const { rows } = await collectRows({
        getList: provider.getList,
        params,
        key: resource.key,
        signal: control.signal,
        onProgress: (read, of) => setStage({ at: 'reading', read, of }),
      });
      const texts = rows.map((row) => columns.map(({ name, field }) => readText(row, field, { resource: resource.name, name }, context)));
      const today = formatDay(new Date().toISOString()).split('/').reverse().join('-');
      saveFile(
        `${t(`${resource.name}.titles.list`)} ${today}.csv`,
        toCsv([columns.map(({ name }) => labelOf(describing, name)), ...texts]),
      );
      setStage({ at: 'done', rows: rows.length });
    } catch (error) {
      if (control.signal.aborted) setStage({ at: 'ready' });
      else
        setStage({
          at: 'failed',
          why: failureOf(error).message,
        });
    }
  };

  const number = (value: number): string => formatNumber(value, locale);
  return (
    <div className="list-export">
      <strong>{t('list.export.title')}</strong>
      <p>{t('list.export.what', { rows: number(Math.min(total, mostRows)), columns: number(columns.length) })}</p>
      {total > mostRows ? (
        <p className="list-export-limit">{t('list.export.limit', { total: number(total), most: number(mostRows) })}</p>
      ) : null}
      <div role="status">
        {stage.at === 'reading' ? (
          <>
            <progress value={stage.read} max={Math.max(stage.of, 1)} aria-label={t('list.export.progress')} />{' '}
            {t('list.export.reading', { read: number(stage.read), of: number(stage.of) })}
          </>
        ) : null}
        {stage.at === 'done' ? t('list.export.done', { rows: number(stage.rows) }) : null}
        {stage.at === 'failed' ? <span className="list-export-failed">{t('list.export.failed', { why: stage.why })}</span> : null}
      </div>
      {stage.at === 'reading' ? (
        <button type="button" className="asd-button" onClick={() => running.current?.abort()}>
          {t('list.export.cancel')}
        </button>
      ) : (
        <button type="button" className="asd-button" data-primary="" onClick={() => void run()}>
          {t('list.export.start')}
        </button>
      )}
    </div>
  );
}
