// Written from the folders by scripts/lib/folderIndexes.mjs, which every command runs: nobody edits it (docs/adr/0045-found-by-folder.md).
import type { ExpectedAccess } from '../support/ExpectedAccess';
import { access_scans } from './access_scans';
import { age_categories } from './age_categories';
import { api_keys } from './api_keys';
import { apolo_plans } from './apolo_plans';
import { apolo_subscriptions } from './apolo_subscriptions';
import { asenters } from './asenters';
import { benefit_grants } from './benefit_grants';
import { benefits } from './benefits';
import { bib_pools } from './bib_pools';
import { bibs } from './bibs';
import { carousel_items } from './carousel_items';
import { carousels } from './carousels';
import { certificate_templates } from './certificate_templates';
import { certificates } from './certificates';
import { comments } from './comments';
import { convocatories } from './convocatories';
import { countries } from './countries';
import { coupon_batches } from './coupon_batches';
import { coupon_uses } from './coupon_uses';
import { coupons } from './coupons';
import { desks } from './desks';
import { distances } from './distances';
import { event_questions } from './event_questions';
import { events } from './events';
import { exoneration_signatures } from './exoneration_signatures';
import { exonerations } from './exonerations';
import { external_inscriptions } from './external_inscriptions';
import { external_settlements } from './external_settlements';
import { fmtri_affiliate_users } from './fmtri_affiliate_users';
import { fmtri_affiliation_types } from './fmtri_affiliation_types';
import { fmtri_affiliations } from './fmtri_affiliations';
import { followup_links } from './followup_links';
import { gateway_settlement_lines } from './gateway_settlement_lines';
import { gateway_settlements } from './gateway_settlements';
import { import_jobs } from './import_jobs';
import { import_rows } from './import_rows';
import { import_templates } from './import_templates';
import { inbody_measurements } from './inbody_measurements';
import { innovasport_pickups } from './innovasport_pickups';
import { inscription_documents } from './inscription_documents';
import { inscription_letters } from './inscription_letters';
import { inscription_log } from './inscription_log';
import { inscriptions } from './inscriptions';
import { jobs } from './jobs';
import { kit_deliveries } from './kit_deliveries';
import { kit_items } from './kit_items';
import { kits } from './kits';
import { letter_steps } from './letter_steps';
import { letter_templates } from './letter_templates';
import { mail_blocks } from './mail_blocks';
import { mailings } from './mailings';
import { membership_events } from './membership_events';
import { membership_roles } from './membership_roles';
import { memberships } from './memberships';
import { notification_deliveries } from './notification_deliveries';
import { notifications } from './notifications';
import { orders } from './orders';
import { organizations } from './organizations';
import { payments } from './payments';
import { pickup_batches } from './pickup_batches';
import { price_tiers } from './price_tiers';
import { profile_roles } from './profile_roles';
import { profiles } from './profiles';
import { promotion_bins } from './promotion_bins';
import { question_answers } from './question_answers';
import { report_jobs } from './report_jobs';
import { report_schedules } from './report_schedules';
import { report_templates } from './report_templates';
import { result_claims } from './result_claims';
import { result_sets } from './result_sets';
import { result_versions } from './result_versions';
import { results } from './results';
import { roles } from './roles';
import { saved_views } from './saved_views';
import { serial_events } from './serial_events';
import { serial_rankings } from './serial_rankings';
import { serial_standings } from './serial_standings';
import { serials } from './serials';
import { sponsors } from './sponsors';
import { stages } from './stages';
import { states } from './states';
import { store_movements } from './store_movements';
import { store_products } from './store_products';
import { store_sale_lines } from './store_sale_lines';
import { store_sales } from './store_sales';
import { store_variants } from './store_variants';
import { stores } from './stores';
import { subscription_charges } from './subscription_charges';
import { tribike_orders } from './tribike_orders';
import { tshirt_models } from './tshirt_models';
import { tshirt_movements } from './tshirt_movements';
import { tshirt_stock } from './tshirt_stock';
import { user_merges } from './user_merges';
import { users } from './users';
import { waitlist_entries } from './waitlist_entries';
import { wallet_movements } from './wallet_movements';
import { wallets } from './wallets';
import { waves } from './waves';
import { web_users } from './web_users';
import { webhook_deliveries } from './webhook_deliveries';
import { webhooks } from './webhooks';

/** The agreed access to each entity, by its name. */
export const expectedAccess: Readonly<Record<string, ExpectedAccess>> = {
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
};
