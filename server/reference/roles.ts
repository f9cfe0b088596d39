import { permissionKeys, regionalKeys, type PermissionKey, type Platform, type RegionalKey } from '@/schema';

/** The platform of a key and its name in both languages. */
type Words = readonly [platform: Platform, es: string, en: string];

/** A row of the catalogue of roles. */
export interface RoleRow {
  readonly slug: PermissionKey | RegionalKey;
  readonly category: Platform | 'REGIONAL';
  readonly name: { readonly es: string; readonly en: string };
  readonly sort: number;
}

const keys: { readonly [K in PermissionKey]: Words } = {
  store: ['ASDEPORTE', 'Tienda', 'Store'],
  'admin-store': ['ASDEPORTE', 'Administración de tiendas', 'Store administration'],
  'reports-wo-contact-info': ['ASDEPORTE', 'Sin datos de contacto', 'No contact details'],
  events: ['EVENT', 'Eventos', 'Events'],
  'event-coupon': ['EVENT', 'Cupones', 'Coupons'],
  'event-tshirt': ['EVENT', 'Playeras', 'T-shirts'],
  'event-inscription': ['EVENT', 'Inscripciones', 'Inscriptions'],
  'event-import-inscriptions': ['EVENT', 'Importación de inscripciones', 'Inscription import'],
  'event-benefits': ['EVENT', 'Beneficios', 'Benefits'],
  'event-followup': ['EVENT', 'Seguimiento', 'Follow-up'],
  'event-tyr': ['EVENT', 'Tiempos y resultados', 'Times and results'],
  'event-sponsors': ['EVENT', 'Patrocinadores', 'Sponsors'],
  'event-delivery': ['EVENT', 'Entrega de kits', 'Kit delivery'],
  'event-admin-inscription': ['EVENT', 'Administración de inscripciones', 'Inscription administration'],
  convocatory: ['EVENT', 'Convocatoria', 'Convocatory'],
  'event-exoneration': ['EVENT', 'Exoneraciones', 'Waivers'],
  'user-roles': ['ASDEPORTE', 'Roles de usuarios', 'User roles'],
  'users-organization': ['ASDEPORTE', 'Usuarios de la organización', 'Organization users'],
  organizations: ['ASDEPORTE', 'Organizaciones', 'Organizations'],
  asenter: ['EVENT', 'Control de acceso', 'Access control'],
  'push-notifications': ['ASDEPORTE', 'Notificaciones', 'Notifications'],
  'web-users': ['ASDEPORTE', 'Atletas', 'Athletes'],
  'web-stage': ['ASDEPORTE', 'Etapas', 'Stages'],
  'web-carousels': ['ASDEPORTE', 'Carruseles', 'Carousels'],
  'web-serials': ['ASDEPORTE', 'Seriales', 'Serials'],
  'asdeporte-wallet': ['ASDEPORTE', 'Monedero', 'Wallet'],
  'asdeporte-admin-wallet': ['ASDEPORTE', 'Administración del monedero', 'Wallet administration'],
  'external-inscriptions': ['ASDEPORTE', 'Ventas externas', 'External sales'],
  'apolo-suscriptions': ['APOLO', 'Suscripciones APOLO', 'APOLO subscriptions'],
  'create-suscriptions': ['APOLO-SUSCRIPTIONS', 'Alta de suscripciones', 'Create subscriptions'],
  'cancel-suscriptions': ['APOLO-SUSCRIPTIONS', 'Cancelación de suscripciones', 'Cancel subscriptions'],
  'fmtri-affiliations': ['FMTRI', 'Afiliaciones FMTRI', 'FMTRI affiliations'],
  'fmtri-affiliation-types': ['FMTRI', 'Tipos de afiliación FMTRI', 'FMTRI affiliation types'],
  'fmtri-affiliate-users': ['FMTRI', 'Afiliados FMTRI', 'FMTRI affiliates'],
  'report-tribike': ['ASDEPORTE', 'Reporte TriBike', 'TriBike report'],
  'report-innovasport': ['ASDEPORTE', 'Reporte Innovasport', 'Innovasport report'],
  'promotion-bin': ['ASDEPORTE', 'Promociones bancarias', 'Bank promotions'],
  'merge-user': ['ASDEPORTE', 'Fusión de atletas', 'Merge athletes'],
  inbody: ['ASDEPORTE', 'InBody', 'InBody'],
  'reports-bi': ['ASDEPORTE', 'Reportes de negocio', 'Business reports'],
};

const regional: { readonly [K in RegionalKey]: readonly [es: string, en: string] } = {
  norte: ['Región norte', 'North region'],
  bajio: ['Región Bajío', 'Bajío region'],
  sureste: ['Región sureste', 'Southeast region'],
  sur: ['Región sur', 'South region'],
  noreste: ['Región noreste', 'Northeast region'],
  centro: ['Región centro', 'Central region'],
  national: ['Todas las regiones', 'Every region'],
};

/** Every key that can be granted, in the order of the screens. */
export const roles: readonly RoleRow[] = [
  ...permissionKeys.map((slug) => ({ slug, category: keys[slug][0], name: { es: keys[slug][1], en: keys[slug][2] } })),
  ...regionalKeys.map((slug) => ({ slug, category: 'REGIONAL' as const, name: { es: regional[slug][0], en: regional[slug][1] } })),
].map((role, position) => ({ ...role, sort: position + 1 }));
