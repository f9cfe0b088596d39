import { useId } from 'react';
import { useWords } from '@/fields/kit/useWords';
import type { ImportMapping, OfferedField, OfferedImport } from './importApi';
import { fix } from './mappingDraft';
import { TextOrChoice } from './TextOrChoice';

interface FixedValuesProps {
  readonly offered: OfferedImport;
  readonly mapping: ImportMapping;
  readonly missing: readonly OfferedField[];
  readonly onChange: (mapping: ImportMapping) => void;
}
/** Fields that no column fills and that get the same value in every row; those that new records need are said. */
export const FixedValues = ({ offered, mapping, missing, onChange }: FixedValuesProps) => {
  const { t } = useWords();
  const id = useId();
  const filled = new Set(mapping.columns.flatMap(({ field }) => field ?? []));
  const fixed = offered.fields.filter(({ name }) => mapping.fixed[name] !== undefined);
  const shown = [...missing, ...fixed];
  const addable = offered.fields.filter((field) => field.open && !filled.has(field.name) && !shown.includes(field));
  return (
    <section className="imp-part" aria-labelledby={id}>
      <h2 id={id}>{t('import_jobs.fixed.title')}</h2>
      {missing.length > 0 ? (
        <p className="imp-missing" role="status">
          {t('import_jobs.fixed.missing', { count: missing.length, fields: missing.map(({ label }) => label).join(', ') })}
        </p>
      ) : (
        <p className="imp-note">{t('import_jobs.fixed.lead')}</p>
      )}
      <div className="imp-fixed">
        {shown.map((field) => (
          <div key={field.name} className="form-field">
            <label className="form-label" htmlFor={`${id}-${field.name}`}>
              {field.label}
              {field.required ? <span className="form-required"> *</span> : null}
            </label>
            <div className="imp-fixed-value">
              <TextOrChoice
                id={`${id}-${field.name}`}
                field={field}
                text={mapping.fixed[field.name] ?? ''}
                onCommit={(text) => onChange(fix(mapping, field.name, text === '' ? null : text))}
              />
            </div>
          </div>
        ))}
        {addable.length > 0 ? (
          <div className="form-field">
            <label className="form-label" htmlFor={`${id}-add`}>
              {t('import_jobs.fixed.add')}
            </label>
            <select
              id={`${id}-add`}
              className="asd-field"
              value=""
              onChange={({ target }) => {
                const field = addable.find(({ name }) => name === target.value);
                if (field) onChange(fix(mapping, field.name, field.choices[0]?.value ?? ''));
              }}
            >
              <option value="">{t('import_jobs.fixed.choose')}</option>
              {addable.map(({ name, label }) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </select>
          </div>
        ) : null}
      </div>
    </section>
  );
};
