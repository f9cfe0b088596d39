import { Button } from '@/frame/antd/Button';
import { useState } from 'react';
import { failureOf } from '@/fields/kit/failureOf';
import { useWords } from '@/fields/kit/useWords';
import { refusalOf } from '@/views/form/problems';
import { BeforeValue } from './BeforeValue';
import { CellEditor } from './CellEditor';
import type { DescribedImport, OfferedField, RowCorrection, RowReason, ShownRow } from './importApi';
import { useImportCalls } from './useImportCalls';

interface ImportRowProps {
  readonly job: DescribedImport;
  readonly row: ShownRow;
  readonly fields: readonly OfferedField[];
  readonly isEditable: boolean;
  readonly onCorrected: (row: ShownRow) => void;
}
interface CellProps extends Pick<ImportRowProps, 'job' | 'row'> {
  readonly field: OfferedField;
  /** Opens the cell; undefined where it may not be corrected. */
  readonly onEdit: (() => void) | undefined;
}

const Reasons = ({ reasons }: { readonly reasons: readonly RowReason[] }) =>
  reasons.length === 0 ? null : (
    <ul className="imp-reasons">
      {reasons.map(({ code, message }, at) => (
        <li key={`${code} ${at}`}>{message}</li>
      ))}
    </ul>
  );

/** The value of a cell as the file says it, the value before where it changes, and why it is refused. */
const Cell = ({ job, row, field, onEdit }: CellProps) => {
  const { t } = useWords();
  const cell = row.cells.find((each) => each.field === field.name);
  const change = row.changes.find((each) => each.field === field.name);
  const reasons = row.reasons.filter(({ path }) => path === field.name);
  const text = cell?.hidden ? t('import_jobs.check.hidden') : (cell?.text ?? '');
  const words = (
    <>
      {change && !change.hidden && row.state === 'changed' ? (
        <>
          <BeforeValue resource={job.offered.resource} field={field} value={change.before} />
          <span className="asd-hidden-text"> {t('import_jobs.check.becomes')} </span>
        </>
      ) : null}
      <span className="imp-text" data-empty={text === '' || undefined}>
        {text === '' ? '—' : text}
      </span>
      {cell?.corrected ? (
        <i className="imp-corrected" role="img" aria-label={t('import_jobs.check.corrected')} title={t('import_jobs.check.corrected')} />
      ) : null}
    </>
  );
  return (
    <>
      {onEdit ? (
        <button
          type="button"
          data-cell={field.name}
          tabIndex={reasons.length > 0 ? 0 : -1}
          aria-label={`${t('import_jobs.check.edit', { field: field.label, row: row.row_no })}: ${text}`}
          onClick={onEdit}
        >
          {words}
        </button>
      ) : (
        <div className="imp-still">{words}</div>
      )}
      <Reasons reasons={reasons} />
    </>
  );
};

const toneOf = ({ state, fate }: ShownRow): string => fate ?? state ?? 'unread';

interface StateProps extends Pick<ImportRowProps, 'row' | 'fields' | 'isEditable'> {
  readonly isBusy: boolean;
  readonly onDecide: (decision: ShownRow['decision']) => void;
}
/** What becomes of a row, the reasons that are no cell's, and whose row it is. */
const State = ({ row, fields, isEditable, isBusy, onDecide }: StateProps) => {
  const { t } = useWords();
  const known = new Set(fields.map(({ name }) => name));
  const isOpen = isEditable && row.person === 'proposed';
  return (
    <>
      <span className="imp-state" data-kind={toneOf(row)}>
        {t(`import_jobs.kinds.one.${toneOf(row)}`)}
      </span>
      {row.person !== null && row.person !== 'proposed' ? (
        <small className="imp-quiet">{t(`import_jobs.people.${row.decision ?? row.person}`)}</small>
      ) : null}
      <Reasons reasons={row.reasons.filter(({ path }) => !known.has(path))} />
      {isOpen ? (
        <span className="imp-decide">
          <Button size="small" disabled={isBusy} onClick={() => onDecide('accept')}>
            {t('import_jobs.people.same')}
          </Button>
          <Button size="small" disabled={isBusy} onClick={() => onDecide('new')}>
            {t('import_jobs.people.other')}
          </Button>
        </span>
      ) : isEditable && row.decision !== null ? (
        <span className="imp-decide">
          <Button size="small" disabled={isBusy} onClick={() => onDecide(null)}>
            {t('import_jobs.people.again')}
          </Button>
        </span>
      ) : null}
    </>
  );
};

/** One row of the file: its cells can be corrected in place, and it is checked again at once. */
export const ImportRow = ({ job, row, fields, isEditable, onCorrected }: ImportRowProps) => {
  const words = useWords();
  const { correct } = useImportCalls();
  const [open, setOpen] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const send = async (correction: RowCorrection): Promise<void> => {
    setBusy(true);
    setRefusal(undefined);
    try {
      const { row: now } = await correct(job.import_jobid, row.row_no, { values: {}, ...correction });
      setOpen(undefined);
      onCorrected(now);
    } catch (error) {
      setRefusal(
        refusalOf(words, failureOf(error))
          .map(({ text }) => text)
          .join(' '),
      );
    }
    setBusy(false);
  };
  return (
    <tr data-kind={toneOf(row)} data-row={row.row_no} aria-busy={isBusy || undefined}>
      <th scope="row" className="imp-row-no" data-label={words.t('import_jobs.check.row')}>
        {row.line ?? row.row_no}
      </th>
      <td className="imp-row-state" data-label={words.t('import_jobs.check.state')}>
        <State row={row} fields={fields} isEditable={isEditable} isBusy={isBusy} onDecide={(decision) => void send({ decision })} />
      </td>
      {fields.map((field) => {
        const cell = row.cells.find((each) => each.field === field.name);
        const mayEdit = isEditable && field.open && cell?.hidden !== true;
        const isRefused = row.reasons.some(({ path }) => path === field.name);
        return (
          <td
            key={field.name}
            data-label={field.label}
            data-refused={isRefused || undefined}
            data-changed={row.state === 'changed' && row.changes.some((each) => each.field === field.name) ? '' : undefined}
          >
            {open === field.name ? (
              <CellEditor
                field={field}
                label={words.t('import_jobs.check.edit', { field: field.label, row: row.row_no })}
                text={cell?.text ?? ''}
                isCorrected={cell?.corrected ?? false}
                isBusy={isBusy}
                refusal={refusal}
                onCommit={(text) => void send({ values: { [field.name]: text } })}
                onClose={() => setOpen(undefined)}
              />
            ) : (
              <Cell job={job} row={row} field={field} onEdit={mayEdit ? () => setOpen(field.name) : undefined} />
            )}
          </td>
        );
      })}
    </tr>
  );
};
