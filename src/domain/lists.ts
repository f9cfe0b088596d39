import { defineChoices } from '@/schema/choiceList';

/** The languages of the product. */
export const languages = defineChoices('languages', ['es', 'en']);
/** Genders of people. */
export const genders = defineChoices('genders', ['F', 'M', 'X']);
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
  'custom',
]);
/** What a report that is asked for by its name may be about; `custom` is what somebody has on screen. */
export const askedTypes = defineChoices(
  'report_types',
  reportTypes.filter((type) => type !== 'custom'),
);
export const reportFormats = defineChoices('report_formats', ['csv', 'xlsx', 'pdf', 'json']);
/** The queues of jobs. */
export const queueNames = defineChoices('queues', [
  'runs',
  'downloads',
  'report_schedules',
  'report_sweep',
  'imports',
  'holds',
  'bib_pools',
  'waivers',
  'affiliations',
  'files',
  'charges',
  'letters',
  'push',
  'bike_service',
  'store_pickup',
  'cleaning',
]);
export type QueueName = (typeof queueNames)[number];
