import { createRegistry, type AnyResource, type Registry } from '@/schema';
import { age_categories } from './age_categories/age_categories';
import { countries } from './countries/countries';
import { coupon_batches } from './coupon_batches/coupon_batches';
import { coupons } from './coupons/coupons';
import { distances } from './distances/distances';
import { events } from './events/events';
import { inscription_log } from './inscription_log/inscription_log';
import { inscriptions } from './inscriptions/inscriptions';
import { membership_events } from './membership_events/membership_events';
import { membership_roles } from './membership_roles/membership_roles';
import { memberships } from './memberships/memberships';
import { organizations } from './organizations/organizations';
import { price_tiers } from './price_tiers/price_tiers';
import { profile_roles } from './profile_roles/profile_roles';
import { profiles } from './profiles/profiles';
import { roles } from './roles/roles';
import { states } from './states/states';
import { stores } from './stores/stores';
import { users } from './users/users';
import { web_users } from './web_users/web_users';

/** Every entity of the product, in no particular order. */
export const resources: readonly AnyResource[] = [
  age_categories, countries, coupon_batches, coupons, distances, events, inscription_log, inscriptions, membership_events, membership_roles, memberships,
  organizations, price_tiers, profile_roles, profiles, roles, states, stores, users, web_users,
];

/** The declarations by name. */
export const registry: Registry = createRegistry(resources);
