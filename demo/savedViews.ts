import type { SavedState } from '@/schema/savedState';
import type { ProfileSlug } from '../server/reference/profiles';
import { demoUserOf } from '../server/demoAccounts';
import type { Row } from './insertRows';
import { giantOrganization, platformOrganization } from './organizations';

interface Kept {
  readonly profile: ProfileSlug;
  readonly organizationid: number;
  readonly resource: string;
  readonly name: string;
  readonly state: SavedState;
}

const kept: readonly Kept[] = [
  {
    profile: 'organizer',
    organizationid: giantOrganization,
    resource: 'inscriptions',
    name: 'Pagadas sin número',
    state: { filter: { field: 'status', op: 'in', value: ['paid'] }, sort: ['-created'] },
  },
  {
    profile: 'organizer',
    organizationid: giantOrganization,
    resource: 'coupons',
    name: 'Cupones activos',
    state: { filter: { field: 'status', op: 'in', value: ['active'] }, density: 'dense' },
  },
  {
    profile: 'super-admin',
    organizationid: platformOrganization,
    resource: 'events',
    name: 'Próximos en el centro',
    state: { filter: { field: 'region', op: 'in', value: ['centro'] }, sort: ['start_at'] },
  },
];

/** Views that some demo accounts have of their lists; none is a default. */
export const makeSavedViews = (): readonly Row[] =>
  kept.map(({ profile, ...view }) => ({ ...view, userid: demoUserOf(profile), is_default: false }));
