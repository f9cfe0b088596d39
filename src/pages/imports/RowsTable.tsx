import { Button } from '@/frame/antd/Button';
import { useRef, useState } from 'react';
import { useWords } from '@/fields/kit/useWords';
import { formatNumber } from '@/words/format';
import { ListNotice } from '@/views/list/ListNotice';
import { RecordSkeleton } from '@/views/states/RecordSkeleton';
import type { DescribedImport, RowFilter, ShownRow } from './importApi';
import { ImportRow } from './ImportRow';
import { useImportRows } from './useImport';
import { useCellKeys } from './useCellKeys';
import '@/views/list/list.css';

interface RowsTableProps {
  readonly job: DescribedImport;
  readonly filter: RowFilter;
  readonly reread: () => Promise<unknown>;
  /** Whether cells may be corrected. */
  readonly isEditable?: boolean;
}

interface PagerProps {
  readonly first: number | undefined;
  readonly last: number | undefined;
  readonly onBack: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
}
const Pager = ({ first, last, onBack, onNext }: PagerProps) => {
  const { t, locale } = useWords();
  if (first === undefined || last === undefined || (!onBack && !onNext)) return null;
  return (
    <div className="imp-pager">
      <span role="status">{t('import_jobs.check.range', { first: formatNumber(first, locale), last: formatNumber(last, locale) })}</span>
      <Button disabled={!onBack} onClick={onBack}>
        {t('import_jobs.check.previous')}
      </Button>
      <Button disabled={!onNext} onClick={onNext}>
        {t('import_jobs.check.following')}
      </Button>
    </div>
  );
};

/** The rows of a file as they were checked, one page at a time. */
export const RowsTable = ({ job, filter, reread, isEditable = false }: RowsTableProps) => {
  const { t } = useWords();
  const table = useRef<HTMLTableElement>(null);
  const [trail, setTrail] = useState<readonly number[]>([0]);
  const [corrected, setCorrected] = useState<ReadonlyMap<number, ShownRow>>(new Map());
  const stamp = `${job.status} ${job.task ?? ''} ${job.finished_at ?? ''}`;
  const { rows, next, isOld, error, retry } = useImportRows(job.import_jobid, { filter, after: trail.at(-1) ?? 0, stamp });
  const onKeyDown = useCellKeys(table);
  if (error)
    return (
      <ListNotice alert title={t('list.error.title')} text={error.message}>
        <button type="button" className="asd-button" onClick={retry}>
          {t('import_jobs.again')}
        </button>
      </ListNotice>
    );
  if (!rows) return <RecordSkeleton />;
  if (rows.length === 0) return <ListNotice title={t('import_jobs.check.none')} />;
  const mapped = (job.mapping?.columns ?? []).flatMap(({ field }) => field ?? []);
  const extra = rows.flatMap(({ cells }) => cells.map(({ field }) => field)).filter((name) => !mapped.includes(name));
  const fields = [...new Set([...mapped, ...extra])].flatMap((name) => job.offered.fields.find((field) => field.name === name) ?? []);
  const go = (next_: readonly number[]): void => {
    setTrail(next_);
    setCorrected(new Map());
  };
  return (
    <>
      <div className="imp-scroll" data-old={isOld || undefined} tabIndex={-1}>
        <table className="imp-rows" ref={table} onKeyDown={onKeyDown} aria-label={t('import_jobs.check.table')}>
          <thead>
            <tr>
              <th scope="col" className="imp-row-no">
                {t('import_jobs.check.row')}
              </th>
              <th scope="col">{t('import_jobs.check.state')}</th>
              {fields.map(({ name, label }) => (
                <th key={name} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <ImportRow
                key={row.row_no}
                job={job}
                row={corrected.get(row.row_no) ?? row}
                fields={fields}
                isEditable={isEditable}
                onCorrected={(now) => {
                  setCorrected((before) => new Map(before).set(now.row_no, now));
                  void reread();
                }}
              />
            ))}
          </tbody>
        </table>
      </div>
      <Pager
        first={rows[0]?.row_no}
        last={rows.at(-1)?.row_no}
        onBack={trail.length > 1 ? () => go(trail.slice(0, -1)) : undefined}
        onNext={next === null ? undefined : () => go([...trail, next])}
      />
    </>
  );
};
