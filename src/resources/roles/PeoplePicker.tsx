import { fieldOf } from '@/schema';
import { useId } from 'react';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import { FieldControl } from '@/fields/kit/FieldControl';
import { useWords } from '@/fields/kit/useWords';

/** People of other organizations have no column here; only the platform sees them. */
const here = { 'memberships.userid.organizationid': 'organizationid' };
const slots = ['person', 'other'] as const;

/** Asks for one person of the chosen organization, and for another one to compare with. */
export const PeoplePicker = ({
  people,
  onChange,
}: {
  readonly people: readonly number[];
  readonly onChange: (people: readonly number[]) => void;
}) => {
  const { t } = useWords();
  const id = useId();
  const grants = useGrants();
  const field = fieldOf(useRegistry().get('memberships'), 'userid');
  return (
    <div className="matrix-people">
      {slots.map((slot, at) => (
        <div key={slot}>
          <label htmlFor={`${id}-${slot}`}>{t(`roles.matrix.${slot}`)}</label>
          <FieldControl
            id={`${id}-${slot}`}
            field={{ ...field, options: {}, match: grants.is_platform ? here : {} }}
            place={{ resource: 'memberships', name: 'userid' }}
            draft={{ organizationid: grants.organizationid }}
            value={people[at] ?? null}
            disabled={at > people.length}
            onChange={(userid: number | null) =>
              onChange([...new Set(slots.flatMap((_, place) => (place === at ? (userid ?? []) : (people[place] ?? []))))])
            }
          />
        </div>
      ))}
    </div>
  );
};
