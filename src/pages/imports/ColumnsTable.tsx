import { useId } from 'react';
import { useWords } from '@/fields/kit/useWords';
import type { FormProblem } from '@/views/form/problems';
import { formatNumber } from '@/words/format';
import { ColumnValues } from './ColumnValues';
import type { DescribedImport, FileColumn, ImportMapping, MappedColumn, OfferedField } from './importApi';
import { assign, mappedOf, rewrite } from './mappingDraft';

interface ColumnsTableProps {
  readonly job: Pick<DescribedImport, 'columns' | 'offered'>;
  readonly mapping: ImportMapping;
  readonly problems: readonly FormProblem[];
  readonly onChange: (mapping: ImportMapping) => void;
}
interface RowProps extends ColumnsTableProps {
  readonly column: FileColumn;
}
const shownSamples = 3,
  sure = 0.8;

interface FieldSelectProps {
  readonly id: string;
  readonly label: string;
  readonly column: FileColumn;
  readonly fields: readonly OfferedField[];
  readonly mapping: ImportMapping;
  readonly value: string | null;
  readonly problem: string | undefined;
  readonly onChange: (field: string | null) => void;
}
/** The field that a column fills: what it seems to be first, then everything that the person may write. */
const FieldSelect = ({ id, label, column, fields, mapping, value, problem, onChange }: FieldSelectProps) => {
  const { t } = useWords();
  const holder = (field: string): string | undefined =>
    mapping.columns.find((each) => each.field === field && each.column !== column.name)?.column;
  const option = ({ name, label: words, required, many }: OfferedField) => {
    const other = many ? undefined : holder(name);
    return (
      <option key={name} value={name}>
        {words}
        {required ? ' *' : ''}
        {other === undefined ? '' : ` (${other})`}
      </option>
    );
  };
  const guessed = column.guesses.flatMap((name) => fields.filter((field) => field.name === name));
  const others = fields.filter((field) => !guessed.includes(field));
  return (
    <select
      id={id}
      className="asd-field"
      aria-label={label}
      aria-invalid={problem !== undefined || undefined}
      aria-describedby={problem === undefined ? undefined : `${id}-error`}
      data-none={value === null || undefined}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || null)}
    >
      <option value="">{t('import_jobs.columns.none')}</option>
      {guessed.length > 0 ? <optgroup label={t('import_jobs.columns.guessed')}>{guessed.map(option)}</optgroup> : null}
      <optgroup label={t('import_jobs.columns.fields')}>{others.map(option)}</optgroup>
    </select>
  );
};

/** How dates and decimals of a column are written, where that could be read in more than one way. */
const Writing = ({
  column,
  mapped,
  onChange,
}: {
  readonly column: FileColumn;
  readonly mapped: MappedColumn;
  readonly onChange: (how: Partial<MappedColumn>) => void;
}) => {
  const { t } = useWords();
  return (
    <>
      {mapped.dates ? (
        <select
          className="asd-field imp-writing"
          aria-label={t('import_jobs.columns.dates', { column: column.name })}
          value={mapped.dates}
          onChange={({ target }) => onChange({ dates: target.value === 'mdy' ? 'mdy' : target.value === 'ymd' ? 'ymd' : 'dmy' })}
        >
          {(['dmy', 'mdy', 'ymd'] as const).map((order) => (
            <option key={order} value={order}>
              {t(`import_jobs.columns.orders.${order}`)}
            </option>
          ))}
        </select>
      ) : null}
      {mapped.decimal ? (
        <select
          className="asd-field imp-writing"
          aria-label={t('import_jobs.columns.decimal', { column: column.name })}
          value={mapped.decimal}
          onChange={({ target }) => onChange({ decimal: target.value === ',' ? ',' : '.' })}
        >
          <option value=".">{t('import_jobs.columns.point')}</option>
          <option value=",">{t('import_jobs.columns.comma')}</option>
        </select>
      ) : null}
    </>
  );
};

const Samples = ({ column: { samples, filled } }: { readonly column: FileColumn }) => {
  const { t, locale } = useWords();
  if (filled === 0) return <span className="imp-quiet">{t('import_jobs.columns.empty')}</span>;
  if (samples === null) return <span className="imp-quiet">{t('import_jobs.columns.hidden')}</span>;
  return (
    <>
      <ul className="imp-samples">
        {samples.slice(0, shownSamples).map((text, at) => (
          <li key={at}>{text}</li>
        ))}
      </ul>
      <small className="imp-quiet">{t('import_jobs.columns.filled', { number: formatNumber(filled, locale), count: filled })}</small>
    </>
  );
};

const ColumnRow = ({ job: { offered }, mapping, problems, column, onChange }: RowProps) => {
  const { t } = useWords();
  const id = useId();
  const mapped = mappedOf(mapping, column);
  const fields = offered.fields.filter(({ open, name }) => open || name === mapped.field);
  const field = fields.find(({ name }) => name === mapped.field);
  const problem = problems.find(({ path }) => field && path === `mapping.${field.name}`)?.text;
  const isDoubtful = field !== undefined && field.name === column.guesses[0] && column.score < sure;
  return (
    <tr data-used={field !== undefined || undefined}>
      <th scope="row">{column.name}</th>
      <td>
        <Samples column={column} />
      </td>
      <td>
        <div className="imp-field">
          <FieldSelect
            id={id}
            label={t('import_jobs.columns.fieldOf', { column: column.name })}
            column={column}
            fields={fields}
            mapping={mapping}
            value={mapped.field}
            problem={problem}
            onChange={(name) => onChange(assign(mapping, column.name, name, fields.find((each) => each.name === name)?.many))}
          />
          <Writing column={column} mapped={mapped} onChange={(how) => onChange(rewrite(mapping, column.name, how))} />
          {isDoubtful ? <small className="imp-doubt">{t('import_jobs.columns.doubtful')}</small> : null}
          {problem ? (
            <small className="form-field-error" id={`${id}-error`}>
              {problem}
            </small>
          ) : null}
          {field && !field.visible ? <small className="imp-quiet">{t('import_jobs.columns.unseen')}</small> : null}
          {field && field.choices.length > 0 ? (
            <ColumnValues
              column={column}
              field={field}
              mapped={mapped}
              onChange={(values) => onChange(rewrite(mapping, column.name, { values }))}
            />
          ) : null}
        </div>
      </td>
    </tr>
  );
};

/** Each column of the file with samples and the field that it fills. */
export const ColumnsTable = (props: ColumnsTableProps) => {
  const { t } = useWords();
  return (
    <table className="imp-columns">
      <thead>
        <tr>
          <th scope="col">{t('import_jobs.columns.column')}</th>
          <th scope="col">{t('import_jobs.columns.samples')}</th>
          <th scope="col">{t('import_jobs.columns.field')}</th>
        </tr>
      </thead>
      <tbody>
        {props.job.columns.map((column) => (
          <ColumnRow key={column.at} {...props} column={column} />
        ))}
      </tbody>
    </table>
  );
};
