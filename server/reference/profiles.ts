import type { PermissionKey, RegionalKey } from '@/schema';
import type { Access } from '@/schema/access';

/** The profiles that every installation has. */
export const profileSlugs = [
  'super-admin',
  'national-admin',
  'regional-admin',
  'organizer',
  'finance',
  'customer-support',
  'kit-delivery',
  'timing',
  'sponsor-viewer',
  'web-editor',
  'fmtri-admin',
] as const;
export type ProfileSlug = (typeof profileSlugs)[number];

/** The names of the profiles. */
export const profileNames: { readonly [P in ProfileSlug]: { readonly es: string; readonly en: string } } = {
  'super-admin': { es: 'Superadministrador', en: 'Super administrator' },
  'national-admin': { es: 'Administrador nacional', en: 'National administrator' },
  'regional-admin': { es: 'Administrador regional', en: 'Regional administrator' },
  organizer: { es: 'Organizador', en: 'Organizer' },
  finance: { es: 'Finanzas', en: 'Finance' },
  'customer-support': { es: 'Atención a clientes', en: 'Customer support' },
  'kit-delivery': { es: 'Entrega de kits', en: 'Kit delivery' },
  timing: { es: 'Cronometraje', en: 'Timing' },
  'sponsor-viewer': { es: 'Patrocinador', en: 'Sponsor' },
  'web-editor': { es: 'Editor web', en: 'Web editor' },
  'fmtri-admin': { es: 'Administrador FMTRI', en: 'FMTRI administrator' },
};

/**
 * One column per profile, in the order of `profileSlugs`: E edits, V views, a dot is nothing.
 *
 * FMTRI administrators view the events that require an affiliation through `fmtri-affiliations`, a condition of the declarations and not
 * one of their keys.
 */
const table: { readonly [K in PermissionKey | RegionalKey]?: string } = {
  store: 'EEVEVV.....',
  'admin-store': 'EE..V......',
  'reports-wo-contact-info': '...V..VVV..',
  events: 'EEEEVVVVVV.',
  'event-coupon': 'EEEEVV.....',
  'event-tshirt': 'EEEE.VV....',
  'event-inscription': 'EEEEVEVV...',
  'event-import-inscriptions': 'EEEE.......',
  'event-benefits': 'EEEE.V..V..',
  'event-followup': 'EEEE.V..V..',
  'event-tyr': 'EEVV.V.E...',
  'event-sponsors': 'EEEE....V..',
  'event-delivery': 'EEEE.VE....',
  'event-admin-inscription': 'EEE..E.....',
  convocatory: 'EEEE.V...E.',
  'event-exoneration': 'EEEE.VE....',
  'user-roles': 'EE.E.......',
  'users-organization': 'EEEE.......',
  organizations: 'EEEVVV.....',
  asenter: 'EEEE..E....',
  'push-notifications': 'EE.......E.',
  'web-users': 'EE..VE....V',
  'web-stage': 'EE.......E.',
  'web-carousels': 'EE.......E.',
  'web-serials': 'EE.......E.',
  'asdeporte-wallet': 'EV..EV.....',
  'asdeporte-admin-wallet': 'E...E......',
  'external-inscriptions': 'EEVVVV.....',
  'apolo-suscriptions': 'EV..VV.....',
  'create-suscriptions': 'E....E.....',
  'cancel-suscriptions': 'E...EE.....',
  'fmtri-affiliations': 'EV..VV....E',
  'fmtri-affiliation-types': 'E.........E',
  'fmtri-affiliate-users': 'EV...V....E',
  'report-tribike': 'EVVVVVV....',
  'report-innovasport': 'EVVVVVV....',
  'promotion-bin': 'EE..EV.....',
  'merge-user': 'EE...E.....',
  inbody: 'E..........',
  'reports-bi': 'VVVVV......',
  national: 'EE..EE...EE',
};

/** One key of a profile. */
export interface ProfileGrant {
  readonly role: PermissionKey | RegionalKey;
  readonly access: Access;
}

const accessOf: Readonly<Record<string, Access>> = { E: 'edit', V: 'view' };

/** The keys of a profile. */
export const grantsOf = (profile: ProfileSlug): readonly ProfileGrant[] => {
  const column = profileSlugs.indexOf(profile);
  return Object.entries(table).flatMap(([role, marks]) => {
    const access = accessOf[marks[column] ?? ''];
    return access ? [{ role: role as ProfileGrant['role'], access }] : [];
  });
};
