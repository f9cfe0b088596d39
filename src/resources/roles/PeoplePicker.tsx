import { useId } from 'react';
import { useRegistry } from '@/views/AppContext';
import { FieldControl } from '@/views/input/FieldControl';
import { useWords } from '@/views/useWords';

const slots = ['person', 'other'] as const;

/** Asks for one person, and for another to be compared with. */
export const PeoplePicker = ({ people, onChange }: { readonly people: readonly number[]; readonly onChange: (people: readonly number[]) => void }) => {
  const { t } = useWords();
  const id = useId();
  const field = useRegistry().get('memberships').all['userid']!;
  return (
    <div className="matrix-people">
      {slots.map((slot, at) => (
        <div key={slot}>
          <label htmlFor={`${id}-${slot}`}>{t(`roles.matrix.${slot}`)}</label>
          <FieldControl
            id={`${id}-${slot}`} field={{ ...field, options: { ...field.options, required: false } }} place={{ resource: 'memberships', name: 'userid' }} draft={{}} value={people[at] ?? null} disabled={at > people.length}
            onChange={(userid: number | null) => onChange([...new Set(slots.flatMap((_, place) => (place === at ? (userid ?? []) : (people[place] ?? []))))])}
          />
        </div>
      ))}
    </div>
  );
};
