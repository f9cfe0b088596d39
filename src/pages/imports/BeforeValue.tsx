import { useRegistry } from '@/fields/kit/AppContext';
import { FieldValue } from '@/fields/kit/FieldValue';
import type { OfferedField } from './importApi';

interface BeforeValueProps {
  readonly resource: string;
  readonly field: OfferedField;
  readonly value: unknown;
}
/** The value that a record has before an import changes it. */
export const BeforeValue = ({ resource, field: { name, choices }, value }: BeforeValueProps) => {
  const registry = useRegistry();
  const owner = [resource, 'web_users'].map((each) => registry.find(each)).find((each) => each?.all[name]);
  const field = owner?.all[name];
  const choice = choices.find((each) => each.value === value)?.label;
  if (choice !== undefined) return <del className="imp-before">{choice}</del>;
  return (
    <del className="imp-before">
      {field && owner && value !== null && value !== undefined ? (
        <FieldValue isCell field={field} place={{ resource: owner.name, name }} row={{ [name]: value }} isLoose />
      ) : (
        '—'
      )}
    </del>
  );
};
