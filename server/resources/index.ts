import { resources } from '@/resources';
import { hooksOf, type Hooks } from '../api/defineHooks';
import { couponBatchesHooks } from './coupon_batches';
import { couponsHooks } from './coupons';
import { distancesHooks } from './distances';
import { eventsHooks } from './events';
import { inscriptionsHooks } from './inscriptions';
import { membershipsHooks } from './memberships';
import { organizationsHooks } from './organizations';
import { profilesHooks } from './profiles';
import { usersHooks } from './users';
import { webUsersHooks } from './web_users';

/** What the server alone knows, by resource. */
export const hooks: ReadonlyMap<string, Hooks> = hooksOf(resources, [
  couponBatchesHooks, couponsHooks, distancesHooks, eventsHooks, inscriptionsHooks, membershipsHooks, organizationsHooks, profilesHooks, usersHooks, webUsersHooks,
]);
