import { useId } from 'react';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import { useWords } from '@/fields/kit/useWords';
import { importModes, type ImportMode } from '@/schema';
import { can } from '@/schema/project/access';
import type { FormProblem } from '@/views/form/problems';
import type { DescribedImport, ImportSettings } from './importApi';
import { likelyMatch, missingMatch } from './mappingDraft';

interface ImportOptionsProps {
  readonly job: DescribedImport;
  readonly settings: ImportSettings;
  readonly problems: readonly FormProblem[];
  readonly onChange: (values: Partial<ImportSettings>) => void;
}
const charges = ['none', 'external', 'courtesy'] as const;

/** What is done with rows that are there already. */
const Mode = ({ job: { offered }, settings, problems, onChange }: ImportOptionsProps) => {
  const { t } = useWords();
  const id = useId();
  const choose = (mode: ImportMode): void =>
    onChange({
      mode,
      match_key:
        mode === 'add' || offered.match_keys.length === 0 ? null : (settings.match_key ?? likelyMatch(offered, { ...settings, mode })),
    });
  const missing = missingMatch(offered, settings).map((name) => offered.fields.find((field) => field.name === name)?.label ?? name);
  const said = problems.filter(({ path }) => path === 'mode' || path === 'match_key').map(({ text }) => text);
  return (
    <fieldset className="imp-modes">
      <legend>{t('import_jobs.fields.mode')}</legend>
      {importModes
        .filter((mode) => offered.modes.includes(mode))
        .map((mode) => (
          <label key={mode} data-chosen={settings.mode === mode || undefined}>
            <input type="radio" name={id} checked={settings.mode === mode} onChange={() => choose(mode)} />
            <strong>{t(`import_jobs.choices.mode.${mode}`)}</strong>
            <small>{t(`import_jobs.modes.${mode}`)}</small>
          </label>
        ))}
      {settings.mode !== 'add' && offered.match_keys.length > 0 ? (
        <div className="form-field">
          <label className="form-label" htmlFor={`${id}-match`}>
            {t('import_jobs.fields.match_key')}
          </label>
          <select
            id={`${id}-match`}
            className="asd-field"
            value={settings.match_key ?? ''}
            onChange={({ target }) => onChange({ match_key: target.value })}
          >
            {settings.match_key === null ? <option value="" /> : null}
            {offered.match_keys.map(({ key, label }) => (
              <option key={key} value={key}>
                {label}
              </option>
            ))}
          </select>
          {missing.length > 0 ? (
            <div className="form-field-error">{t('import_jobs.columns.matchMissing', { fields: missing.join(', ') })}</div>
          ) : null}
        </div>
      ) : null}
      {said.length > 0 ? <div className="form-field-error">{said.join(' ')}</div> : null}
    </fieldset>
  );
};

/** What registrations that are imported as new ones bring along. */
const OfRegistrations = ({ settings, problems, onChange }: ImportOptionsProps) => {
  const { t } = useWords();
  const id = useId();
  const mayPay = can(useGrants(), 'pay', useRegistry().get('inscriptions'));
  const said = problems.filter(({ path }) => path === 'charge').map(({ text }) => text);
  return (
    <div className="imp-extras">
      {mayPay ? (
        <div className="form-field">
          <label className="form-label" htmlFor={id}>
            {t('import_jobs.fields.charge')}
          </label>
          <select
            id={id}
            className="asd-field"
            value={settings.charge ?? 'none'}
            onChange={({ target }) => onChange({ charge: target.value })}
          >
            {charges.map((charge) => (
              <option key={charge} value={charge}>
                {t(`import_jobs.choices.charge.${charge}`)}
              </option>
            ))}
          </select>
          <div className="form-help">{t(`import_jobs.charges.${settings.charge ?? 'none'}`)}</div>
          {said.length > 0 ? <div className="form-field-error">{said.join(' ')}</div> : null}
        </div>
      ) : null}
      <label className="imp-check">
        <input
          type="checkbox"
          checked={settings.assign_numbers === true}
          onChange={({ target }) => onChange({ assign_numbers: target.checked })}
        />
        <span>{t('import_jobs.options.numbers')}</span>
        <small>{t('import_jobs.options.numbersHelp')}</small>
      </label>
      <label className="imp-check">
        <input type="checkbox" checked={settings.send_email === true} onChange={({ target }) => onChange({ send_email: target.checked })} />
        <span>{t('import_jobs.options.mail')}</span>
        <small>{t('import_jobs.options.mailHelp')}</small>
      </label>
    </div>
  );
};

/** The settings of an import besides its columns. */
export const ImportOptions = (props: ImportOptionsProps) => {
  const { t } = useWords();
  const id = useId();
  const isOfRegistrations = props.job.type === 'inscriptions' && props.settings.mode !== 'update';
  return (
    <section className="imp-part" aria-labelledby={id}>
      <h2 id={id}>{t('import_jobs.options.title')}</h2>
      <div className="imp-options">
        <Mode {...props} />
        {isOfRegistrations ? <OfRegistrations {...props} /> : null}
      </div>
    </section>
  );
};
