import { useDataProvider } from '@refinedev/core';
import { useId, useState } from 'react';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import { likeDraft } from '@/fields/kit/draft';
import { useWords } from '@/fields/kit/useWords';
import { MembershipPreview } from '@/layout/permits/EffectivePermissions';
import { canWrite } from '@/schema/project/access';
import { numberIn, rowsIn } from '@/schema/unknown';
import { ColleagueInput } from './ColleagueInput';
import { memberships } from './memberships';

type Row = Readonly<Record<string, unknown>>;
interface AsideProps {
  readonly draft: Row;
  readonly onChange: (name: string, value: unknown) => void;
}
const place = { resource: memberships.name, name: 'copy_access.from_membershipid' } as const;

/** Fills the form of an invitation with the access of a colleague; the server judges it like everything that is typed. */
const CopyAccess = ({ draft, onChange }: AsideProps) => {
  const { t } = useWords();
  const registry = useRegistry(),
    { organizationid } = useGrants();
  const provider = useDataProvider()(memberships.service);
  const id = useId();
  const [from, setFrom] = useState<number | null>(null);
  const [outcome, setOutcome] = useState<'taken' | 'failed' | null>(null);
  const take = async (chosen: number | null): Promise<void> => {
    setFrom(chosen);
    setOutcome(null);
    if (chosen === null) return;
    try {
      const { data } = await provider.getOne({ resource: memberships.name, id: chosen });
      const { profileid = null, roles, event_scope, events } = likeDraft(memberships, data, registry);
      onChange('profileid', profileid);
      onChange(
        'roles',
        rowsIn(roles).filter(({ source }) => source !== 'profile'),
      );
      onChange('event_scope', event_scope);
      onChange('events', rowsIn(events));
      setOutcome('taken');
    } catch {
      setOutcome('failed');
    }
  };
  return (
    <div className="form-field">
      <label className="form-label" htmlFor={id}>
        {t('memberships.copy.title')}
      </label>
      <ColleagueInput
        id={id}
        place={place}
        draft={{ organizationid: numberIn(draft['organizationid']) ?? organizationid }}
        value={from}
        onChange={(value) => void take(numberIn(value))}
      />
      {outcome ? <p role="status">{t(`memberships.copy.${outcome}`)}</p> : null}
    </div>
  );
};

/** Next to the form of a membership: whose access a new one copies, and what the person will see. */
export const MembershipAside = ({ draft, onChange }: AsideProps) => {
  const grants = useGrants();
  const isNew = numberIn(draft[memberships.key]) === null;
  return (
    <>
      {isNew && canWrite(grants, memberships.fields.profileid) ? <CopyAccess draft={draft} onChange={onChange} /> : null}
      <MembershipPreview draft={draft} />
    </>
  );
};
