import type { MercuriusContext } from 'mercurius';
import type { Service } from '@/schema';
import { can } from '@/schema/project/access';
import { membership_roles } from '@/resources/membership_roles/membership_roles';
import { memberships } from '@/resources/memberships/memberships';
import { organizations } from '@/resources/organizations/organizations';
import { roles } from '@/resources/roles/roles';
import { stores } from '@/resources/stores/stores';
import { users } from '@/resources/users/users';
import { forbidden, invalid, notFound } from '../../kernel/DomainError';
import { membershipHolds } from '../../kernel/membershipHolds';
import { inTransaction, type Transaction } from '../../kernel/transaction';
import { columnsOf } from '../../kernel/columnsOf';
import { exists, pick, select, selectOne, value } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';

interface Arguments {
  readonly organizationid: number;
  readonly userid: string;
  readonly page: number;
  readonly perpage: number;
}
type Resolver = (root: unknown, args: Arguments, context: MercuriusContext) => Promise<unknown>;

const m = columnsOf(memberships, 'm');
const u = columnsOf(users, 'u');
const o = columnsOf(organizations, 'o');
const s = columnsOf(stores);
const organization = pick(
  o,
  'organizationid',
  'name',
  'email',
  'img',
  'phone',
  'phone_ext',
  'countryid',
  'contact_name',
  'stateid',
  'created',
  'updated',
  'region',
  'platforms',
  'status',
  'is_platform',
);
const ofUser = (asdeporteId: string, only: number | null): SQL => sql`
    from ${m} join ${u} on ${u.userid} = ${m.userid} and ${u.deleted_at} is null
    join ${o} on ${o.organizationid} = ${m.organizationid} and ${o.deleted_at} is null and ${o.status} <> 'archived'
   where ${u.asdeporteid} = ${asdeporteId} and ${membershipHolds}
     and (${only}::bigint is null or ${m.organizationid} = ${only})
   order by ${o.name}, ${o.organizationid}`;

const isSelf = (tx: Transaction, userid: unknown): boolean =>
  String(userid) === tx.bearer.asdeporteId || String(userid) === String(tx.userid);
const mayLookAtOthers = (tx: Transaction): boolean => can(tx.grants, 'list', tx.registry.get('memberships'));

/**
 * Everybody sees their own organizations, independent of the chosen one. Those of others need a permission, and a tenant sees only its
 * own.
 */
const organizationsByUser: Resolver = (_, { userid }, context) =>
  inTransaction(context.deps, context.call, 'read', async (tx) => {
    const own = isSelf(tx, userid);
    if (!own && !mayLookAtOthers(tx)) throw forbidden();
    const only = (own && !tx.seenBy) || (!own && tx.grants.is_platform) ? null : tx.grants.organizationid;
    return tx.asOwner(() => select(tx, organization, ofUser(own ? tx.bearer.asdeporteId : String(userid), only)));
  });

const r = columnsOf(roles, 'r');
const mr = columnsOf(membership_roles, 'mr');
const rolesOf = (asdeporteId: string, id: number): SQL => sql`
    from ${m} join ${u} on ${u.userid} = ${m.userid} and ${u.deleted_at} is null
    join ${o} on ${o.organizationid} = ${m.organizationid} and ${o.deleted_at} is null and ${o.status} = 'active'
    join ${mr} on ${mr.membershipid} = ${m.membershipid} and ${mr.deleted_at} is null
    join ${r} on ${r.roleid} = ${mr.roleid}
   where ${u.asdeporteid} = ${asdeporteId} and ${m.organizationid} = ${id} and ${membershipHolds}
     and (${r.category} = any(${o.platforms}) or (${r.category} = 'REGIONAL' and ${o.is_platform}))
   order by ${r.sort}, ${r.roleid}`;
const mostRoles = 500;

/** The effective roles of a person in an organization. Reading those of other people needs the permission. */
const userRolesByOrganization: Resolver = (_, { organizationid: id, userid, page, perpage }, context) =>
  inTransaction(context.deps, context.call, 'read', async (tx) => {
    const own = isSelf(tx, userid);
    const inReach = tx.grants.is_platform || id === tx.grants.organizationid;
    if ((!own || (tx.seenBy && id !== tx.grants.organizationid)) && !(mayLookAtOthers(tx) && inReach)) throw forbidden();
    if (page < 1 || perpage < 1 || perpage > mostRoles)
      throw invalid([{ path: 'perpage', code: 'INVALID_PAGE', params: { max: mostRoles } }]);
    const named = value<string>(sql`coalesce(${r.name}->>${tx.locale}, ${r.name}->>'es')`);
    const found = rolesOf(own ? tx.bearer.asdeporteId : String(userid), id);
    return tx.asOwner(() =>
      select(tx, { ...pick(r, 'roleid', 'category', 'slug'), name: named }, sql`${found} limit ${perpage} offset ${(page - 1) * perpage}`),
    );
  });

const storeOf = async (tx: Transaction, id: number) =>
  (await selectOne(tx, { storeid: s.storeid }, sql`from ${s} where ${s.organizationid} = ${id} and ${s.deleted_at} is null`)) ?? null;

/** The shop of an organization. Every member may read its id. */
const store: Resolver = (root, _, context) =>
  inTransaction(context.deps, context.call, 'read', (tx) => storeOf(tx, (root as { readonly organizationid: number }).organizationid));

/** An organization, for people who may enter it, independent of their other permissions. */
const organizationById: Resolver = (_, { organizationid: id }, context) =>
  inTransaction(context.deps, context.call, 'read', async (tx) => {
    const may = tx.grants.is_platform && can(tx.grants, 'list', tx.registry.get('organizations'));
    const found = await tx.asOwner(() =>
      exists(tx, may ? sql`from ${o} where ${o.organizationid} = ${id} and ${o.deleted_at} is null` : ofUser(tx.bearer.asdeporteId, id)),
    );
    if (!found) throw notFound();
    return { organizationid: id, store: await tx.asOwner(() => storeOf(tx, id)) };
  });

export interface FixedQueries {
  readonly types: string;
  readonly queries: string;
  readonly resolvers: Readonly<Record<string, Resolver>>;
  /** Fields that the specification adds to types of resources. */
  readonly extension: string;
  readonly extended: Readonly<Record<string, Readonly<Record<string, Resolver>>>>;
}
const ofOrganization: FixedQueries = {
  types: `"A role that a person holds in an organization."
type UserRole { roleid: Int! category: String! slug: String! name: String! }
"The shop of an organization."
type OrganizationStore { storeid: Int! }
"An organization by its number."
type OrganizationById { organizationid: Int! store: OrganizationStore }
"An organization of a person."
type UserOrganization { organizationid: Int! name: String! email: String img: String phone: String phone_ext: String countryid: Int contact_name: String stateid: Int created: String updated: String region: String platforms: [String!] status: String is_platform: Boolean }`,
  queries: `  "The organizations that a person may enter."
  organizationsByUser(userid: ID!): [UserOrganization!]!
  "An organization that the person may enter, with its shop."
  organizationById(organizationid: Int!): OrganizationById
  "The roles of a person in one organization."
  userRolesByOrganization(organizationid: Int!, userid: ID!, page: Int = 1, perpage: Int = 500): [UserRole!]!`,
  resolvers: { organizationsByUser, organizationById, userRolesByOrganization },
  extension: 'extend type Organization { "The shop of the organization." store: OrganizationStore }',
  extended: { Organization: { store } },
};
/** The queries of the specification that do not belong to a resource. */
export const fixedQueries = (service: Service): FixedQueries | undefined => (service === 'organization' ? ofOrganization : undefined);
