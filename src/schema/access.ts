import { defineChoices } from './choiceList';
import type { Filter } from './filter';

/** The permission keys of the specification, section 6. Each is one grantable role. */
export const permissionKeys = [
  'store',
  'admin-store',
  'reports-wo-contact-info',
  'events',
  'event-coupon',
  'event-tshirt',
  'event-inscription',
  'event-import-inscriptions',
  'event-benefits',
  'event-followup',
  'event-tyr',
  'event-sponsors',
  'event-delivery',
  'event-admin-inscription',
  'convocatory',
  'event-exoneration',
  'user-roles',
  'users-organization',
  'organizations',
  'asenter',
  'push-notifications',
  'web-users',
  'web-stage',
  'web-carousels',
  'web-serials',
  'asdeporte-wallet',
  'asdeporte-admin-wallet',
  'external-inscriptions',
  'apolo-suscriptions',
  'create-suscriptions',
  'cancel-suscriptions',
  'fmtri-affiliations',
  'fmtri-affiliation-types',
  'fmtri-affiliate-users',
  'report-tribike',
  'report-innovasport',
  'promotion-bin',
  'merge-user',
  'inbody',
  'reports-bi',
] as const;
export type PermissionKey = (typeof permissionKeys)[number];

/** The regional keys of the specification; `national` covers every region. */
export const regionalKeys = ['norte', 'bajio', 'sureste', 'sur', 'noreste', 'centro', 'national'] as const;
export type RegionalKey = (typeof regionalKeys)[number];

/** The Region enumeration of the specification. */
export const regions = defineChoices('regions', ['nacional', 'bajio', 'centro', 'noreste', 'norte', 'sur', 'sureste']);

/** The platforms of the specification; a role's category is one of them, or REGIONAL. */
export const platforms = ['ASDEPORTE', 'FMTRI', 'EVENT', 'APOLO', 'APOLO-SUSCRIPTIONS'] as const;
export type Platform = (typeof platforms)[number];

/** The restricting key: anyone who holds it never sees contact data. It overrides every other key. */
export const restrictingKey = 'reports-wo-contact-info' satisfies PermissionKey;

/** What can be done with a resource besides its own actions. */
export const verbs = ['list', 'show', 'create', 'edit', 'delete'] as const;
export type Verb = (typeof verbs)[number];
const reading: ReadonlySet<string> = new Set(['list', 'show']);
/** Whether a verb only reads. */
export const isReading = (verb: string): boolean => reading.has(verb);

/** The level of a grant. */
export type Access = 'view' | 'edit';

/** A key that allows a verb, or a key that allows it only for rows that match a condition. */
export type KeySpec = PermissionKey | { readonly key: PermissionKey; readonly when: Filter };

/** What a person may do in one organization: the permission document that screens and server share. */
export interface Grants {
  readonly organizationid: number | null;
  readonly userid: number;
  /** A membership of the company that runs the platform: the only one whose regional keys count. */
  readonly is_platform: boolean;
  readonly platforms: readonly Platform[];
  readonly keys: { readonly [K in PermissionKey]?: Access };
  readonly regions: readonly RegionalKey[];
  /** `selected` limits the membership to its assigned events. */
  readonly event_scope: 'all' | 'selected';
  /** Events assigned to the membership: the only ones if it is limited to events, otherwise in addition to its regions. */
  readonly events: readonly number[];
  /** Somebody else sees as this person: nothing is changed, and no file or address is taken away. */
  readonly isLook?: boolean;
}

/** Whether a person may take files away. */
export const takesFiles = ({ isLook = false }: Pick<Grants, 'isLook'>): boolean => !isLook;

/** The grants of a person without an organization. */
export const noGrants = (userid: number): Grants => ({
  organizationid: null,
  userid,
  is_platform: false,
  platforms: [],
  keys: {},
  regions: [],
  event_scope: 'all',
  events: [],
});
