import { memberships } from '@/resources/memberships/memberships';
import { columnsOf } from './columnsOf';
import { sql } from './sql';

const m = columnsOf(memberships, 'm');
/** The condition under which a membership, aliased `m`, is in force now. */
export const membershipHolds = sql`${m.status} = 'active' and ${m.deleted_at} is null
     and (${m.starts_at} is null or ${m.starts_at} <= now()) and (${m.expires_at} is null or ${m.expires_at} > now())`;
