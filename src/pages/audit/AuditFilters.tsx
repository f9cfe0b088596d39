import { Select } from '@/frame/antd/Select';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { auditVerbs } from '@/domain/audit';
import { useTargets } from '@/fields/belongsTo/useTargets';
import { DayBox } from '@/fields/date/DayBox';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import { fieldOf } from '@/schema';
import { can } from '@/schema/project/access';
import type { AskedAudit } from './useAudit';
import { useAuditOptions } from './useAudit';

const Filter = ({ label, children }: { readonly label: string; readonly children: (id: string) => ReactNode }) => {
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
};

const Person = ({
  id,
  value,
  onChange,
}: {
  readonly id: string;
  readonly value: number | null;
  readonly onChange: (userid: number | null) => void;
}) => {
  const { t } = useTranslation('audit');
  const field = fieldOf(useRegistry().get('memberships'), 'userid');
  const targets = useTargets({
    field,
    place: { resource: 'memberships', name: 'userid' },
    draft: {},
    ids: value === null ? [] : [value],
    narrowing: [],
  });
  return (
    <Select
      {...targets.selectProps}
      id={id}
      labelInValue
      allowClear
      placeholder={t('anyPerson')}
      value={value === null ? null : targets.labelled(value)}
      onChange={(option: { readonly value: number; readonly label?: unknown } | null | undefined) => {
        if (option) targets.remember([option]);
        onChange(option?.value ?? null);
      }}
    />
  );
};

interface Option {
  readonly value: string;
  readonly label: string;
}
interface OneOfProps {
  readonly label: string;
  /** Words for no choice. */
  readonly any: string;
  readonly value: string | undefined;
  readonly options: readonly Option[];
  readonly onChange: (value: string) => void;
}
const OneOf = ({ label, any, value = '', options, onChange }: OneOfProps) => (
  <Filter label={label}>
    {(id) => (
      <select id={id} className="asd-field" value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{any}</option>
        {options.map((each) => (
          <option key={each.value} value={each.value}>
            {each.label}
          </option>
        ))}
      </select>
    )}
  </Filter>
);

interface AuditFiltersProps {
  readonly asked: AskedAudit;
  readonly onChange: (changes: AskedAudit) => void;
  readonly onClear: () => void;
}
const none: readonly Option[] = [];
/** Who, what, which record, with which key, from where and when. */
export const AuditFilters = ({ asked, onChange, onClear }: AuditFiltersProps) => {
  const { t } = useTranslation('audit');
  const { kinds = none, keys = none } = useAuditOptions() ?? {};
  const seesUsers = can(useGrants(), 'list', useRegistry().get('users'));
  const { person, resource, record = '', verb, key, ip = '', from, to } = asked;
  return (
    <form className="asd-audit-filters" aria-label={t('filters.label')} onSubmit={(event) => event.preventDefault()}>
      {seesUsers ? (
        <Filter label={t('filters.person')}>
          {(id) => (
            <Person id={id} value={person ? Number(person) : null} onChange={(userid) => onChange({ person: userid?.toString() ?? '' })} />
          )}
        </Filter>
      ) : null}
      <OneOf
        label={t('filters.verb')}
        any={t('all')}
        value={verb}
        options={auditVerbs.map((value) => ({ value, label: t(`verbs.${value}`) }))}
        onChange={(value) => onChange({ verb: value })}
      />
      <OneOf
        label={t('filters.resource')}
        any={t('anyKind')}
        value={resource}
        options={kinds}
        onChange={(value) => onChange({ resource: value, ...(value === '' && { record: '' }) })}
      />
      {resource ? (
        <Filter label={t('filters.record')}>
          {(id) => (
            <input
              id={id}
              className="asd-field"
              inputMode="numeric"
              value={record}
              onChange={({ target }) => onChange({ record: target.value.replace(/\D/g, '').slice(0, 15) })}
            />
          )}
        </Filter>
      ) : null}
      <OneOf label={t('filters.key')} any={t('anyKey')} value={key} options={keys} onChange={(value) => onChange({ key: value })} />
      <Filter label={t('filters.ip')}>
        {(id) => (
          <input id={id} className="asd-field" maxLength={64} value={ip} onChange={({ target }) => onChange({ ip: target.value.trim() })} />
        )}
      </Filter>
      <Filter label={t('filters.from')}>{(id) => <DayBox id={id} value={from} onChange={(day) => onChange({ from: day ?? '' })} />}</Filter>
      <Filter label={t('filters.to')}>{(id) => <DayBox id={id} value={to} onChange={(day) => onChange({ to: day ?? '' })} />}</Filter>
      {Object.keys(asked).length > 0 ? (
        <button type="button" className="asd-button" onClick={onClear}>
          {t('clear')}
        </button>
      ) : null}
    </form>
  );
};
