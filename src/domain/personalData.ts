import { restrictingKey } from '@/schema/access';
import type { Grants } from '@/schema';

/**
 * Whether a person may take everything that is kept about an athlete as a file. It holds what single keys hide from each other, so it is for administrators of
 * the platform alone, who also keep its athletes.
 */
export const mayTakePersonalData = ({ is_platform, keys }: Grants): boolean =>
  is_platform && keys['user-roles'] === 'edit' && keys['web-users'] === 'edit' && keys[restrictingKey] === undefined;
