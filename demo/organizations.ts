import { platforms } from '@/schema';
import { must } from '@/schema/must';
import { day, iso, type Calendar } from './calendar';
import type { Row } from './insertRows';
import type { TableRows } from './plans';
import { regionOf } from './regions';

/** Numbers of the four organizations. */
export const platformOrganization = 1,
  giantOrganization = 2,
  secondOrganization = 3,
  northernOrganization = 4;

const companies = [
  {
    organizationid: platformOrganization,
    name: 'Dorsal Deportes',
    slug: 'dorsal-deportes',
    legal_name: 'Dorsal Deportes, S.A. de C.V.',
    stateid: 9,
    contact_name: 'Mesa de operación',
    platforms: [...platforms],
    is_platform: true,
    fee_percent_bp: 0,
    refund_approval_cents: 300_000,
  },
  {
    organizationid: giantOrganization,
    name: 'Kilómetro Cero Eventos',
    slug: 'kilometro-cero-eventos',
    legal_name: 'Kilómetro Cero Eventos, S. de R.L.',
    stateid: 9,
    contact_name: 'Dirección de carrera',
    platforms: ['ASDEPORTE', 'EVENT'],
    is_platform: false,
    fee_percent_bp: 450,
    refund_approval_cents: 200_000,
  },
  {
    organizationid: secondOrganization,
    name: 'Triatlones del Caribe',
    slug: 'triatlones-del-caribe',
    legal_name: 'Triatlones del Caribe, A.C.',
    stateid: 23,
    contact_name: 'Comité organizador',
    platforms: ['ASDEPORTE', 'EVENT', 'FMTRI'],
    is_platform: false,
    fee_percent_bp: 500,
    refund_approval_cents: 100_000,
  },
  {
    organizationid: northernOrganization,
    name: 'Rutas del Norte',
    slug: 'rutas-del-norte',
    legal_name: 'Rutas del Norte, S.A.P.I. de C.V.',
    stateid: 8,
    contact_name: 'Oficina de atención',
    platforms: ['ASDEPORTE', 'EVENT'],
    is_platform: false,
    fee_percent_bp: 450,
    refund_approval_cents: 200_000,
  },
] as const;

/** Refunds above this amount wait for a second person. */
export const refundLimitOf = (organizationid: number): number =>
  must(
    companies.find((company) => company.organizationid === organizationid),
    `organization ${organizationid}`,
  ).refund_approval_cents;

const stores = [
  { organizationid: platformOrganization, name: 'Tienda Dorsal', status: 'active', pickup_enabled: true, commission_bp: 0 },
  { organizationid: giantOrganization, name: 'Tienda Kilómetro Cero', status: 'active', pickup_enabled: true, commission_bp: 800 },
  { organizationid: secondOrganization, name: 'Expo Triatlón', status: 'paused', pickup_enabled: false, commission_bp: 1000 },
] as const;

/** The company that runs the platform, three organisers and their stores. */
export const makeOrganizations = ({ today }: Calendar): readonly TableRows[] => {
  const created = iso(today - 1200 * day);
  const organizations = companies.map((company, at): Row => ({
    ...company,
    email: `contacto@${company.slug}.test`,
    phone: `550011${2000 + at}`,
    phone_ext: at === 0 ? '101' : null,
    countryid: 1,
    region: regionOf(company.stateid),
    created,
    updated: created,
  }));
  const shops = stores.map((store, at): Row => ({
    storeid: at + 1,
    ...store,
    url: `https://tienda-${at + 1}.test`,
    email: `tienda${at + 1}@example.com`,
    phone: `550022${3000 + at}`,
    address: 'Av. de la Meta 42, Centro',
    created,
    updated: created,
  }));
  return [
    { table: 'organizations', rows: organizations },
    { table: 'stores', rows: shops },
  ];
};
