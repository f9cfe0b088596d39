import { useWords } from '@/fields/kit/useWords';
import type { FileColumn, MappedColumn, OfferedField } from './importApi';
import { choiceFor, unmatchedIn } from './mappingDraft';

interface ColumnValuesProps {
  readonly column: FileColumn;
  readonly field: OfferedField;
  readonly mapped: MappedColumn;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
}
/** Which choice each text of a column means; open while some text means none. */
export const ColumnValues = ({ column, field, mapped, onChange }: ColumnValuesProps) => {
  const { t } = useWords();
  const texts = (column.values ?? []).filter((text) => text !== '');
  const unmatched = unmatchedIn(field, mapped, column);
  if (texts.length === 0) return null;
  const set = (text: string, value: string): void => {
    const { [text]: _, ...others } = mapped.values ?? {};
    onChange(value === '' ? others : { ...others, [text]: value });
  };
  return (
    <details className="imp-values" open={unmatched.length > 0 || undefined}>
      <summary>
        {unmatched.length > 0 ? (
          <strong>{t('import_jobs.columns.unmatched', { count: unmatched.length })}</strong>
        ) : (
          t('import_jobs.columns.matched', { count: texts.length })
        )}
      </summary>
      <ul>
        {texts.map((text) => (
          <li key={text}>
            <span>{text}</span>
            <select
              className="asd-field"
              aria-label={t('import_jobs.columns.valueOf', { text, column: column.name })}
              value={choiceFor(field, mapped, text) ?? ''}
              onChange={({ target }) => set(text, target.value)}
            >
              <option value="">{t('import_jobs.columns.noValue')}</option>
              {field.choices.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
    </details>
  );
};
