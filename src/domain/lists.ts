import { defineChoices } from '@/schema/choiceList';

/** The languages that people read the product in. */
export const languages = defineChoices('languages', ['es', 'en']);
/** What somebody is. */
export const genders = defineChoices('genders', ['F', 'M', 'X']);
/** In which branch somebody competes. */
export const branches = defineChoices('branches', ['F', 'M', 'X']);
export const bloodTypes = defineChoices('blood_types', ['O+', 'O-', 'A+', 'A-', 'B+', 'B-', 'AB+', 'AB-']);
/** Where events and series stand on the web. */
export const eventCategories = defineChoices('event_categories', ['estelares', 'seriales', 'experiencias-retos']);
/** For whom a price is. */
export const priceAudiences = defineChoices('price_audiences', ['general', 'apolo', 'fmtri', 'club', 'inapam', 'minor', 'team', 'partner']);
/** How far a role goes. */
export const accessLevels = defineChoices('access_levels', ['view', 'edit']);
/** What an affiliation may ask for. */
export const affiliateDocuments = defineChoices('affiliate_documents', ['curp', 'ine', 'acta', 'foto', 'certificado_medico', 'examen']);
/** For whom an affiliation is. */
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
/** What a report may be about. */
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
export const reportFormats = defineChoices('report_formats', ['csv', 'xlsx', 'pdf', 'json']);
