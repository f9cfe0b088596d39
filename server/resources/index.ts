import { resources } from '@/resources';
import { hooksOf, type Hooks } from '../api/defineHooks';
import { apoloSubscriptionsHooks } from './apolo_subscriptions';
import { bibPoolsHooks } from './bib_pools';
import { bibsHooks } from './bibs';
import { convocatoriesHooks } from './convocatories';
import { couponBatchesHooks } from './coupon_batches';
import { couponsHooks } from './coupons';
import { distancesHooks } from './distances';
import { eventQuestionsHooks } from './event_questions';
import { eventsHooks } from './events';
import { exonerationSignaturesHooks } from './exoneration_signatures';
import { exonerationsHooks } from './exonerations';
import { inbodyMeasurementsHooks } from './inbody_measurements';
import { fmtriAffiliateUsersHooks } from './fmtri_affiliate_users';
import { fmtriAffiliationTypesHooks } from './fmtri_affiliation_types';
import { fmtriAffiliationsHooks } from './fmtri_affiliations';
import { followupLinksHooks } from './followup_links';
import { innovasportPickupsHooks } from './innovasport_pickups';
import { inscriptionsHooks } from './inscriptions';
import { membershipsHooks } from './memberships';
import { notificationsHooks } from './notifications';
import { organizationsHooks } from './organizations';
import { paymentsHooks } from './payments';
import { profilesHooks } from './profiles';
import { promotionBinsHooks } from './promotion_bins';
import { rolesHooks } from './roles';
import { savedViewsHooks } from './saved_views';
import { sponsorsHooks } from './sponsors';
import { tribikeOrdersHooks } from './tribike_orders';
import { tshirtStockHooks } from './tshirt_stock';
import { userMergesHooks } from './user_merges';
import { usersHooks } from './users';
import { waitlistEntriesHooks } from './waitlist_entries';
import { walletsHooks } from './wallets';
import { webUsersHooks } from './web_users';

/** What the server alone knows, by resource. */
export const hooks: ReadonlyMap<string, Hooks> = hooksOf(resources, [
  apoloSubscriptionsHooks, bibPoolsHooks, bibsHooks, convocatoriesHooks, couponBatchesHooks, couponsHooks, distancesHooks, eventQuestionsHooks, eventsHooks, followupLinksHooks,
  exonerationSignaturesHooks, exonerationsHooks, inbodyMeasurementsHooks, inscriptionsHooks, membershipsHooks, notificationsHooks, organizationsHooks, paymentsHooks, profilesHooks, promotionBinsHooks,
  rolesHooks, savedViewsHooks, sponsorsHooks, tshirtStockHooks, userMergesHooks, usersHooks, waitlistEntriesHooks, walletsHooks, webUsersHooks,
  fmtriAffiliateUsersHooks, fmtriAffiliationTypesHooks, fmtriAffiliationsHooks, innovasportPickupsHooks, tribikeOrdersHooks,
]);
