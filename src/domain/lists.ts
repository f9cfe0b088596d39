import { defineChoices } from '@/schema/choiceList';

/** The languages of the product. */
export const languages = defineChoices('languages', ['es', 'en']);
/** Genders of people. */
export const genders = defineChoices('genders', ['F', 'M', 'X']);
/** Who sells registrations elsewhere. */
export const saleSources = defineChoices('sale_sources', ['martí', 'innovasport', 'banco', 'club', 'sponsor', 'federation', 'other']);
/** The branch in which somebody competes. */
export const branches = defineChoices('branches', ['F', 'M', 'X']);
export const bloodTypes = defineChoices('blood_types', ['O+', 'O-', 'A+', 'A-', 'B+', 'B-', 'AB+', 'AB-']);
/** The addresses of events and series on the web. */
export const eventCategories = defineChoices('event_categories', ['estelares', 'seriales', 'experiencias-retos']);
/** Audiences of a price. */
export const priceAudiences = defineChoices('price_audiences', ['general', 'apolo', 'fmtri', 'club', 'inapam', 'minor', 'team', 'partner']);
/** How far the permissions of a role reach. */
export const accessLevels = defineChoices('access_levels', ['view', 'edit']);
/** Documents that an affiliation may require. */
export const affiliateDocuments = defineChoices('affiliate_documents', ['curp', 'ine', 'acta', 'foto', 'certificado_medico', 'examen']);
/** Who may get an affiliation. */
export const affiliationAudiences = defineChoices('affiliation_audiences', [
  'atleta',
  'infantil',
  'elite',
  'paratriatlon',
  'entrenador',
  'oficial_tecnico',
  'club',
  'organizador',
  'directivo',
]);
/** Subjects of a report. */
export const reportTypes = defineChoices('report_types', [
  'inscriptions',
  'inscriptions_wo_contact',
  'payments',
  'coupons',
  'tshirts',
  'deliveries',
  'exonerations',
  'answers',
  'results',
  'affiliations',
  'subscriptions',
  'wallet',
  'tribike',
  'innovasport',
  'external',
  'audit',
  'packing_list',
  'labels',
  'custom',
  'personal_data',
]);
/** What a template of a report may be about. */
export const templateTypes = defineChoices(
  'report_types',
  reportTypes.filter((type) => type !== 'personal_data'),
);
/** What a report that is asked for by its name may be about; `custom` is what somebody has on screen, `personal_data` everything about one person. */
export const askedTypes = defineChoices(
  'report_types',
  reportTypes.filter((type) => type !== 'custom' && type !== 'personal_data'),
);
/** What packing lists and labels are printed on: paper, and sheets of labels by their usual numbers. */
export const printSheets = defineChoices('print_sheets', ['letter', 'a4', 'avery5160', 'avery5163', 'l7160', 'l7163']);
export const reportFormats = defineChoices('report_formats', ['csv', 'xlsx', 'pdf', 'json']);
/** How the race of somebody ended. */
export const resultStatuses = defineChoices('result_statuses', ['finished', 'DNS', 'DNF', 'DQ', 'OTL', 'unofficial']);
/** The same without the disqualification, which has an action of its own. */
export const plainStatuses = defineChoices(
  'result_statuses',
  resultStatuses.filter((status) => status !== 'DQ'),
);
/** What somebody without a result may be. */
export const absentStatuses = defineChoices(
  'result_statuses',
  resultStatuses.filter((status) => status === 'DNS' || status === 'DNF'),
);
/** The queues of jobs. */
export const queueNames = defineChoices('queues', [
  'runs',
  'downloads',
  'report_schedules',
  'report_sweep',
  'imports',
  'results',
  'standings',
  'twins',
  'promo_credits',
  'holds',
  'bib_pools',
  'waivers',
  'benefits',
  'pickup_batches',
  'affiliations',
  'files',
  'charges',
  'refunds',
  'subscriptions',
  'settlements',
  'invoices',
  'letters',
  'sequences',
  'push',
  'webhooks',
  'bike_service',
  'store_pickup',
  'inbox',
  'list_changes',
  'cleaning',
]);
export type QueueName = (typeof queueNames)[number];

/** What a webhook can be called for. */
export const webhookEvents = defineChoices('webhook_events', [
  'registration.created',
  'registration.updated',
  'registration.paid',
  'registration.cancelled',
  'payment.captured',
  'payment.refunded',
  'delivery.made',
  'delivery.voided',
  'results.published',
  'athlete.updated',
  'athlete.merged',
]);
