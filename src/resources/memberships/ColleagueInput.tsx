import * as f from '@/fields';
import { useGrants } from '@/fields/kit/AppContext';
import type { InputProps } from '@/fields/kit/contracts';
import { FieldControl } from '@/fields/kit/FieldControl';
import { numberIn } from '@/schema/unknown';

/** Whose access can be copied: somebody who works in the organization now. */
const colleague = f.belongsTo('memberships', { match: { organizationid: 'organizationid', status: 'status' } });

/** Picks a colleague of the organization of the draft. Only people of the platform see several, and may ask by one. */
export const ColleagueInput = ({ draft, ...props }: Omit<InputProps, 'field'>) => {
  const { is_platform } = useGrants();
  const organizationid = is_platform ? numberIn(draft['organizationid']) : null;
  return <FieldControl {...props} field={colleague} draft={{ status: 'active', ...(organizationid !== null && { organizationid }) }} />;
};
