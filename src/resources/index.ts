// Written from the folders by scripts/lib/folderIndexes.mjs, which every command runs: nobody edits it (docs/adr/0045-found-by-folder.md).
import { createRegistry, type AnyResource, type Registry } from '@/schema';
import { access_scans } from './access_scans/access_scans';
import { age_categories } from './age_categories/age_categories';
import { api_keys } from './api_keys/api_keys';
import { apolo_plans } from './apolo_plans/apolo_plans';
import { apolo_subscriptions } from './apolo_subscriptions/apolo_subscriptions';
import { asenters } from './asenters/asenters';
import { benefit_grants } from './benefit_grants/benefit_grants';
import { benefits } from './benefits/benefits';
import { bib_pools } from './bib_pools/bib_pools';
import { bibs } from './bibs/bibs';
import { carousel_items } from './carousel_items/carousel_items';
import { carousels } from './carousels/carousels';
import { certificate_templates } from './certificate_templates/certificate_templates';
import { certificates } from './certificates/certificates';
import { comments } from './comments/comments';
import { convocatories } from './convocatories/convocatories';
import { countries } from './countries/countries';
import { coupon_batches } from './coupon_batches/coupon_batches';
import { coupon_uses } from './coupon_uses/coupon_uses';
import { coupons } from './coupons/coupons';
import { desks } from './desks/desks';
import { distances } from './distances/distances';
import { event_questions } from './event_questions/event_questions';
import { events } from './events/events';
import { exoneration_signatures } from './exoneration_signatures/exoneration_signatures';
import { exonerations } from './exonerations/exonerations';
import { external_inscriptions } from './external_inscriptions/external_inscriptions';
import { external_settlements } from './external_settlements/external_settlements';
import { fmtri_affiliate_users } from './fmtri_affiliate_users/fmtri_affiliate_users';
import { fmtri_affiliation_types } from './fmtri_affiliation_types/fmtri_affiliation_types';
import { fmtri_affiliations } from './fmtri_affiliations/fmtri_affiliations';
import { followup_links } from './followup_links/followup_links';
import { gateway_settlement_lines } from './gateway_settlement_lines/gateway_settlement_lines';
import { gateway_settlements } from './gateway_settlements/gateway_settlements';
import { import_jobs } from './import_jobs/import_jobs';
import { import_rows } from './import_rows/import_rows';
import { import_templates } from './import_templates/import_templates';
import { inbody_measurements } from './inbody_measurements/inbody_measurements';
import { innovasport_pickups } from './innovasport_pickups/innovasport_pickups';
import { inscription_documents } from './inscription_documents/inscription_documents';
import { inscription_letters } from './inscription_letters/inscription_letters';
import { inscription_log } from './inscription_log/inscription_log';
import { inscriptions } from './inscriptions/inscriptions';
import { jobs } from './jobs/jobs';
import { kit_deliveries } from './kit_deliveries/kit_deliveries';
import { kit_items } from './kit_items/kit_items';
import { kits } from './kits/kits';
import { letter_steps } from './letter_steps/letter_steps';
import { letter_templates } from './letter_templates/letter_templates';
import { mail_blocks } from './mail_blocks/mail_blocks';
import { mailings } from './mailings/mailings';
import { membership_events } from './membership_events/membership_events';
import { membership_roles } from './membership_roles/membership_roles';
import { memberships } from './memberships/memberships';
import { notification_deliveries } from './notification_deliveries/notification_deliveries';
import { notifications } from './notifications/notifications';
import { orders } from './orders/orders';
import { organizations } from './organizations/organizations';
import { payments } from './payments/payments';
import { pickup_batches } from './pickup_batches/pickup_batches';
import { price_tiers } from './price_tiers/price_tiers';
import { profile_roles } from './profile_roles/profile_roles';
import { profiles } from './profiles/profiles';
import { promotion_bins } from './promotion_bins/promotion_bins';
import { question_answers } from './question_answers/question_answers';
import { report_jobs } from './report_jobs/report_jobs';
import { report_schedules } from './report_schedules/report_schedules';
import { report_templates } from './report_templates/report_templates';
import { result_claims } from './result_claims/result_claims';
import { result_sets } from './result_sets/result_sets';
import { result_versions } from './result_versions/result_versions';
import { results } from './results/results';
import { roles } from './roles/roles';
import { saved_views } from './saved_views/saved_views';
import { serial_events } from './serial_events/serial_events';
import { serial_rankings } from './serial_rankings/serial_rankings';
import { serial_standings } from './serial_standings/serial_standings';
import { serials } from './serials/serials';
import { sponsors } from './sponsors/sponsors';
import { stages } from './stages/stages';
import { states } from './states/states';
import { store_movements } from './store_movements/store_movements';
import { store_products } from './store_products/store_products';
import { store_sale_lines } from './store_sale_lines/store_sale_lines';
import { store_sales } from './store_sales/store_sales';
import { store_variants } from './store_variants/store_variants';
import { stores } from './stores/stores';
import { subscription_charges } from './subscription_charges/subscription_charges';
import { tribike_orders } from './tribike_orders/tribike_orders';
import { tshirt_models } from './tshirt_models/tshirt_models';
import { tshirt_movements } from './tshirt_movements/tshirt_movements';
import { tshirt_stock } from './tshirt_stock/tshirt_stock';
import { user_merges } from './user_merges/user_merges';
import { users } from './users/users';
import { waitlist_entries } from './waitlist_entries/waitlist_entries';
import { wallet_movements } from './wallet_movements/wallet_movements';
import { wallets } from './wallets/wallets';
import { waves } from './waves/waves';
import { web_users } from './web_users/web_users';
import { webhook_deliveries } from './webhook_deliveries/webhook_deliveries';
import { webhooks } from './webhooks/webhooks';

/** Every entity of the product. */
export const resources: readonly AnyResource[] = [
  access_scans,
  age_categories,
  api_keys,
  apolo_plans,
  apolo_subscriptions,
  asenters,
  benefit_grants,
  benefits,
  bib_pools,
  bibs,
  carousel_items,
  carousels,
  certificate_templates,
  certificates,
  comments,
  convocatories,
  countries,
  coupon_batches,
  coupon_uses,
  coupons,
  desks,
  distances,
  event_questions,
  events,
  exoneration_signatures,
  exonerations,
  external_inscriptions,
  external_settlements,
  fmtri_affiliate_users,
  fmtri_affiliation_types,
  fmtri_affiliations,
  followup_links,
  gateway_settlement_lines,
  gateway_settlements,
  import_jobs,
  import_rows,
  import_templates,
  inbody_measurements,
  innovasport_pickups,
  inscription_documents,
  inscription_letters,
  inscription_log,
  inscriptions,
  jobs,
  kit_deliveries,
  kit_items,
  kits,
  letter_steps,
  letter_templates,
  mail_blocks,
  mailings,
  membership_events,
  membership_roles,
  memberships,
  notification_deliveries,
  notifications,
  orders,
  organizations,
  payments,
  pickup_batches,
  price_tiers,
  profile_roles,
  profiles,
  promotion_bins,
  question_answers,
  report_jobs,
  report_schedules,
  report_templates,
  result_claims,
  result_sets,
  result_versions,
  results,
  roles,
  saved_views,
  serial_events,
  serial_rankings,
  serial_standings,
  serials,
  sponsors,
  stages,
  states,
  store_movements,
  store_products,
  store_sale_lines,
  store_sales,
  store_variants,
  stores,
  subscription_charges,
  tribike_orders,
  tshirt_models,
  tshirt_movements,
  tshirt_stock,
  user_merges,
  users,
  waitlist_entries,
  wallet_movements,
  wallets,
  waves,
  web_users,
  webhook_deliveries,
  webhooks,
];

/** The declarations by name. */
export const registry: Registry = createRegistry(resources);
