// Written from the folders by scripts/lib/folderIndexes.mjs, which every command runs: nobody edits it (docs/adr/0045-found-by-folder.md).
import { resources } from '@/resources';
import { hooksOf, type Hooks } from './kernel/defineHooks';
import { apiKeysHooks } from './features/people/api_keys.hooks';
import { apoloSubscriptionsHooks } from './features/apolo/apolo_subscriptions.hooks';
import { asentersHooks } from './features/access/asenters.hooks';
import { benefitGrantsHooks } from './features/access/benefit_grants.hooks';
import { benefitsHooks } from './features/benefits/benefits.hooks';
import { bibPoolsHooks } from './features/bibs/bib_pools.hooks';
import { carouselsHooks } from './features/siteFeed/carousels.hooks';
import { certificateTemplatesHooks } from './features/certificates/certificate_templates.hooks';
import { commentsHooks } from './features/comments/comments.hooks';
import { convocatoriesHooks } from './features/raceCall/convocatories.hooks';
import { couponBatchesHooks } from './features/registration/coupon_batches.hooks';
import { couponsHooks } from './features/registration/coupons.hooks';
import { distancesHooks } from './features/events/distances.hooks';
import { eventQuestionsHooks } from './features/events/event_questions.hooks';
import { eventsHooks } from './features/events/events.hooks';
import { exonerationSignaturesHooks } from './features/waivers/exoneration_signatures.hooks';
import { exonerationsHooks } from './features/waivers/exonerations.hooks';
import { externalInscriptionsHooks } from './features/externalSales/external_inscriptions.hooks';
import { externalSettlementsHooks } from './features/externalSales/external_settlements.hooks';
import { fmtriAffiliateUsersHooks } from './features/fmtri/fmtri_affiliate_users.hooks';
import { fmtriAffiliationTypesHooks } from './features/fmtri/fmtri_affiliation_types.hooks';
import { fmtriAffiliationsHooks } from './features/fmtri/fmtri_affiliations.hooks';
import { followupLinksHooks } from './features/followup/followup_links.hooks';
import { gatewaySettlementLinesHooks } from './features/settlements/gateway_settlement_lines.hooks';
import { gatewaySettlementsHooks } from './features/settlements/gateway_settlements.hooks';
import { importJobsHooks } from './features/imports/import_jobs.hooks';
import { inbodyMeasurementsHooks } from './features/athletes/inbody_measurements.hooks';
import { innovasportPickupsHooks } from './features/pickups/innovasport_pickups.hooks';
import { inscriptionsHooks } from './features/registration/inscriptions.hooks';
import { jobsHooks } from './features/jobs/jobs.hooks';
import { kitDeliveriesHooks } from './features/delivery/kit_deliveries.hooks';
import { kitsHooks } from './features/kits/kits.hooks';
import { letterStepsHooks } from './features/letters/letter_steps.hooks';
import { letterTemplatesHooks } from './features/letters/letter_templates.hooks';
import { mailingsHooks } from './features/letters/mailings.hooks';
import { membershipsHooks } from './features/people/memberships.hooks';
import { notificationsHooks } from './features/notifications/notifications.hooks';
import { ordersHooks } from './features/invoicing/orders.hooks';
import { organizationsHooks } from './features/people/organizations.hooks';
import { paymentsHooks } from './features/registration/payments.hooks';
import { pickupBatchesHooks } from './features/pickups/pickup_batches.hooks';
import { profilesHooks } from './features/people/profiles.hooks';
import { promotionBinsHooks } from './features/promotions/promotion_bins.hooks';
import { questionAnswersHooks } from './features/registration/question_answers.hooks';
import { reportJobsHooks } from './features/downloads/report_jobs.hooks';
import { reportSchedulesHooks } from './features/downloads/report_schedules.hooks';
import { reportTemplatesHooks } from './features/downloads/report_templates.hooks';
import { resultClaimsHooks } from './features/claims/result_claims.hooks';
import { resultSetsHooks } from './features/results/result_sets.hooks';
import { resultsHooks } from './features/results/results.hooks';
import { rolesHooks } from './features/people/roles.hooks';
import { savedViewsHooks } from './features/people/saved_views.hooks';
import { serialRankingsHooks } from './features/series/serial_rankings.hooks';
import { serialsHooks } from './features/series/serials.hooks';
import { sponsorsHooks } from './features/events/sponsors.hooks';
import { storeProductsHooks } from './features/store/store_products.hooks';
import { storeSalesHooks } from './features/store/store_sales.hooks';
import { storeVariantsHooks } from './features/store/store_variants.hooks';
import { subscriptionChargesHooks } from './features/apolo/subscription_charges.hooks';
import { tribikeOrdersHooks } from './features/mirrors/tribike_orders.hooks';
import { tshirtStockHooks } from './features/registration/tshirt_stock.hooks';
import { userMergesHooks } from './features/merging/user_merges.hooks';
import { usersHooks } from './features/people/users.hooks';
import { waitlistEntriesHooks } from './features/registration/waitlist_entries.hooks';
import { walletsHooks } from './features/wallets/wallets.hooks';
import { webUsersHooks } from './features/athletes/web_users.hooks';
import { webhooksHooks } from './features/webhooks/webhooks.hooks';

/** What the server alone knows, by resource. */
export const hooks: ReadonlyMap<string, Hooks> = hooksOf(resources, [
  apiKeysHooks,
  apoloSubscriptionsHooks,
  asentersHooks,
  benefitGrantsHooks,
  benefitsHooks,
  bibPoolsHooks,
  carouselsHooks,
  certificateTemplatesHooks,
  commentsHooks,
  convocatoriesHooks,
  couponBatchesHooks,
  couponsHooks,
  distancesHooks,
  eventQuestionsHooks,
  eventsHooks,
  exonerationSignaturesHooks,
  exonerationsHooks,
  externalInscriptionsHooks,
  externalSettlementsHooks,
  fmtriAffiliateUsersHooks,
  fmtriAffiliationTypesHooks,
  fmtriAffiliationsHooks,
  followupLinksHooks,
  gatewaySettlementLinesHooks,
  gatewaySettlementsHooks,
  importJobsHooks,
  inbodyMeasurementsHooks,
  innovasportPickupsHooks,
  inscriptionsHooks,
  jobsHooks,
  kitDeliveriesHooks,
  kitsHooks,
  letterStepsHooks,
  letterTemplatesHooks,
  mailingsHooks,
  membershipsHooks,
  notificationsHooks,
  ordersHooks,
  organizationsHooks,
  paymentsHooks,
  pickupBatchesHooks,
  profilesHooks,
  promotionBinsHooks,
  questionAnswersHooks,
  reportJobsHooks,
  reportSchedulesHooks,
  reportTemplatesHooks,
  resultClaimsHooks,
  resultSetsHooks,
  resultsHooks,
  rolesHooks,
  savedViewsHooks,
  serialRankingsHooks,
  serialsHooks,
  sponsorsHooks,
  storeProductsHooks,
  storeSalesHooks,
  storeVariantsHooks,
  subscriptionChargesHooks,
  tribikeOrdersHooks,
  tshirtStockHooks,
  userMergesHooks,
  usersHooks,
  waitlistEntriesHooks,
  walletsHooks,
  webUsersHooks,
  webhooksHooks,
]);
