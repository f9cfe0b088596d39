import type { MercuriusContext } from 'mercurius';
import type { Service } from '@/schema';
import { can } from '@/schema/project/access';
import { forbidden, invalid, notFound } from '../../kernel/DomainError';
import { membershipHolds } from '../../kernel/membershipHolds';
import { inTransaction, type Transaction } from '../../kernel/transaction';

interface Arguments {
  readonly organizationid: number;
  readonly userid: string;
  readonly page: number;
  readonly perpage: number;
}
type Resolver = (root: unknown, args: Arguments, context: MercuriusContext) => Promise<unknown>;

const organizationFields = `organizationid, name, email, img, phone, phone_ext, countryid, contact_name, stateid, created, updated, region, platforms, status, is_platform`;
const names = organizationFields.split(', ');
const ofUserSql = `
  select ${names.map((name) => `o.${name}`).join(', ')}
    from memberships m join users u on u.userid = m.userid and u.deleted_at is null
    join organizations o on o.organizationid = m.organizationid and o.deleted_at is null and o.status <> 'archived'
   where u.asdeporteid = $1 and ${membershipHolds}
     and ($2::bigint is null or m.organizationid = $2)
   order by o.name, o.organizationid`;

const toObject = (keys: readonly string[]) => (values: readonly unknown[]) =>
  Object.fromEntries(keys.map((key, index) => [key, values[index]]));
const isSelf = (tx: Transaction, userid: unknown): boolean =>
  String(userid) === tx.bearer.asdeporteId || String(userid) === String(tx.userid);
const mayLookAtOthers = (tx: Transaction): boolean => can(tx.grants, 'list', tx.registry.get('memberships'));

/** Everybody sees their own organisations, whichever is chosen; those of others need the key, and a tenant learns only of its own. */
const organizationsByUser: Resolver = (_, { userid }, context) =>
  inTransaction(context.deps, context.call, 'read', async (tx) => {
    const own = isSelf(tx, userid);
    if (!own && !mayLookAtOthers(tx)) throw forbidden();
    const only = own || tx.grants.is_platform ? null : tx.grants.organizationid;
    const rows = await tx.asOwner(() => tx.run(ofUserSql, [own ? tx.bearer.asdeporteId : String(userid), only]));
    return rows.map(toObject(names));
  });

const rolesSql = `
  select r.roleid, r.category, r.slug, coalesce(r.name->>$3, r.name->>'es') as name
    from memberships m join users u on u.userid = m.userid and u.deleted_at is null
    join organizations o on o.organizationid = m.organizationid and o.deleted_at is null and o.status = 'active'
    join membership_roles mr on mr.membershipid = m.membershipid and mr.deleted_at is null
    join roles r on r.roleid = mr.roleid
   where u.asdeporteid = $1 and m.organizationid = $2 and ${membershipHolds}
     and (r.category = any(o.platforms) or (r.category = 'REGIONAL' and o.is_platform))
   order by r.sort, r.roleid limit $4 offset $5`;
const mostRoles = 500;

/** The effective roles of a person in an organisation: their own, or with the key those of others. */
const userRolesByOrganization: Resolver = (_, { organizationid, userid, page, perpage }, context) =>
  inTransaction(context.deps, context.call, 'read', async (tx) => {
    const own = isSelf(tx, userid);
    const inReach = tx.grants.is_platform || organizationid === tx.grants.organizationid;
    if (!own && !(mayLookAtOthers(tx) && inReach)) throw forbidden();
    if (page < 1 || perpage < 1 || perpage > mostRoles)
      throw invalid([{ path: 'perpage', code: 'INVALID_PAGE', params: { max: mostRoles } }]);
    const values = [own ? tx.bearer.asdeporteId : String(userid), organizationid, tx.locale, perpage, (page - 1) * perpage];
    const rows = await tx.asOwner(() => tx.run(rolesSql, values));
    return rows.map(toObject(['roleid', 'category', 'slug', 'name']));
  });

/** The shop of an organisation, whose number every member may know. */
const store: Resolver = (root, _, context) =>
  inTransaction(context.deps, context.call, 'read', async (tx) => {
    const { organizationid } = root as { readonly organizationid: number };
    const [found] = await tx.run('select storeid from stores where organizationid = $1 and deleted_at is null', [organizationid]);
    return found ? { storeid: found[0] } : null;
  });

/** An organisation to whoever may enter it, whatever else their keys open. */
const organizationById: Resolver = (_, { organizationid }, context) =>
  inTransaction(context.deps, context.call, 'read', async (tx) => {
    const may = tx.grants.is_platform && can(tx.grants, 'list', tx.registry.get('organizations'));
    const [found] = await tx.asOwner(() =>
      may
        ? tx.run('select organizationid from organizations where organizationid = $1 and deleted_at is null', [organizationid])
        : tx.run(ofUserSql, [tx.bearer.asdeporteId, organizationid]),
    );
    if (!found) throw notFound();
    const [shop] = await tx.asOwner(() =>
      tx.run('select storeid from stores where organizationid = $1 and deleted_at is null', [organizationid]),
    );
    return { organizationid, store: shop ? { storeid: shop[0] } : null };
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
  types: `"A role that a person holds in an organisation."
type UserRole { roleid: Int! category: String! slug: String! name: String! }
"The shop of an organisation."
type OrganizationStore { storeid: Int! }
"An organisation by its number."
type OrganizationById { organizationid: Int! store: OrganizationStore }
"An organisation of a person."
type UserOrganization { organizationid: Int! name: String! email: String img: String phone: String phone_ext: String countryid: Int contact_name: String stateid: Int created: String updated: String region: String platforms: [String!] status: String is_platform: Boolean }`,
  queries: `  "The organisations that a person may enter."
  organizationsByUser(userid: ID!): [UserOrganization!]!
  "An organisation that the person may enter, with its shop."
  organizationById(organizationid: Int!): OrganizationById
  "The roles of a person in one organisation."
  userRolesByOrganization(organizationid: Int!, userid: ID!, page: Int = 1, perpage: Int = 500): [UserRole!]!`,
  resolvers: { organizationsByUser, organizationById, userRolesByOrganization },
  extension: 'extend type Organization { "The shop of the organisation." store: OrganizationStore }',
  extended: { Organization: { store } },
};
/** The queries of the specification that are no resource. */
export const fixedQueries = (service: Service): FixedQueries | undefined => (service === 'organization' ? ofOrganization : undefined);
