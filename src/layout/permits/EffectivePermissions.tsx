import { useList, useOne } from '@refinedev/core';
import { menuOf, tabsOf, type MenuItem } from '../routing/menu';
import { restrictingKey, verbs, type Grants, type Platform } from '@/schema';
import { numberIn, rowsIn } from '@/schema/unknown';
import { MaskedFields } from './MaskedFields';
import { combineRoles, type GrantedRole } from '@/schema/combineRoles';
import { can } from '@/schema/project/access';
import { membershipGrants } from '@/schema/membershipGrants';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import { useWords } from '@/fields/kit/useWords';
import './effectivePermissions.css';

type Row = Readonly<Record<string, unknown>>;
interface Role {
  readonly roleid: number;
  readonly slug: string;
  readonly category: string;
  readonly name: Readonly<Record<'es' | 'en', string>>;
}
interface Organization {
  readonly organizationid: number;
  readonly is_platform: boolean;
  readonly platforms: readonly Platform[];
}
interface Assigned {
  readonly eventid: number;
  readonly event?: { readonly title: string | Readonly<Record<'es' | 'en', string>> } | null;
}

const everything = { mode: 'off' } as const,
  quiet = { errorNotification: false } as const;
/** Whether a membership is in force now. */
const isInForce = ({ status, starts_at, expires_at }: Row, now: number): boolean =>
  status === 'active' && (!starts_at || Date.parse(String(starts_at)) <= now) && (!expires_at || Date.parse(String(expires_at)) > now);

const Places = ({
  title,
  items,
  grants,
}: {
  readonly title: string;
  readonly items: readonly Pick<MenuItem, 'name' | 'resource'>[];
  readonly grants: Grants;
}) => {
  const { t } = useWords();
  if (items.length === 0) return null;
  return (
    <table className="permits-places">
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{t('memberships.preview.place')}</th>
          <th scope="col">{t('memberships.preview.may')}</th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ name, resource }) => (
          <tr key={name}>
            <th scope="row">{t(`menu.items.${name}`)}</th>
            <td>
              {verbs
                .filter((verb) => verb !== 'show' && (resource ? can(grants, verb, resource) : verb === 'list'))
                .map((verb) => t(`memberships.preview.verbs.${verb}`))
                .join(', ')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

/** What is previewed: the keys, where they hold, and a notice that they do not hold now. */
interface Previewed {
  readonly organizationid: number;
  readonly userid: number;
  readonly roles: readonly GrantedRole[];
  readonly event_scope: 'all' | 'selected';
  readonly events: readonly Assigned[];
  readonly isInForce: boolean;
  /** Whether the form is still open. */
  readonly isDraft: boolean;
}

/** The same menu, tabs, verbs and hidden fields that a person with these keys will find, decided by the same code. */
const Permits = ({ organizationid, userid, roles: granted, event_scope, events: assigned, isInForce: holds, isDraft }: Previewed) => {
  const { t, locale } = useWords();
  const registry = useRegistry();
  const { result: roles } = useList({
    resource: 'roles',
    dataProviderName: 'organization',
    pagination: everything,
    meta: { columns: ['slug', 'category', 'name'], count: false },
    ...quiet,
  });
  const { query: owner } = useOne({ resource: 'organizations', dataProviderName: 'organization', id: organizationid, ...quiet });
  const catalogue = (roles.data ?? []) as unknown as readonly Role[];
  const organization = owner.data?.data as unknown as Organization | undefined;
  if (catalogue.length === 0 || !organization) return null;
  const byId = new Map(catalogue.map((role) => [role.roleid, role]));
  const held = granted.flatMap(({ roleid, access }) => {
    const role = byId.get(roleid);
    return role ? [[role.slug, role.category, access] as const] : [];
  });
  const grants = membershipGrants({
    ...organization,
    userid,
    roles: held,
    event_scope,
    events: assigned.map(({ eventid }) => eventid),
  });
  const sections = menuOf(registry, grants);
  const regions = grants.regions.map((slug) => catalogue.find((role) => role.slug === slug)?.name[locale] ?? slug);
  const events = assigned.map(
    ({ eventid, event }) => (typeof event?.title === 'object' ? event.title[locale] : event?.title) ?? String(eventid),
  );
  return (
    <section className="permits" aria-label={t('memberships.preview.title')}>
      <h3>{t('memberships.preview.title')}</h3>
      {isDraft ? <p>{t('memberships.preview.unsaved')}</p> : null}
      {holds ? null : <p role="note">{t('memberships.preview.inactive')}</p>}
      {grants.keys[restrictingKey] ? <p>{t('memberships.preview.masked')}</p> : null}
      <dl>
        {grants.is_platform ? (
          <div>
            <dt>{t('memberships.preview.regions')}</dt>
            <dd>{regions.join(', ') || t('memberships.preview.none')}</dd>
          </div>
        ) : null}
        <div>
          <dt>{t('memberships.preview.events')}</dt>
          <dd>{event_scope === 'selected' ? events.join(', ') : t('memberships.preview.all')}</dd>
        </div>
      </dl>
      {sections.length === 0 ? <p>{t('memberships.preview.nothing')}</p> : null}
      {sections.map(({ platform, groups }) => (
        <Places key={platform} title={t(`menu.platforms.${platform}`)} items={groups.flatMap(({ items }) => items)} grants={grants} />
      ))}
      {can(grants, 'list', registry.get('events')) ? (
        <Places
          title={t('memberships.preview.inEvent')}
          items={tabsOf(registry, grants, registry.get('events')).map((resource) => ({ name: resource.name, resource }))}
          grants={grants}
        />
      ) : null}
      <MaskedFields grants={grants} />
    </section>
  );
};

const rolesIn = (rows: unknown): readonly GrantedRole[] =>
  rowsIn(rows).flatMap(({ roleid, access }) =>
    typeof roleid === 'number' && (access === 'view' || access === 'edit') ? [{ roleid, access }] : [],
  );
const placeOf = (row: Row, own: number | null) => ({
  organizationid: numberIn(row['organizationid']) ?? own ?? 0,
  userid: numberIn(row['userid']) ?? 0,
  event_scope: row['event_scope'] === 'selected' ? ('selected' as const) : ('all' as const),
  events: (row['events'] ?? []) as readonly Assigned[],
});

/** What a stored membership allows. */
export const EffectivePermissions = ({ row }: { readonly row: Row }) => {
  const { organizationid } = useGrants();
  return <Permits {...placeOf(row, organizationid)} roles={rolesIn(row['roles'])} isInForce={isInForce(row, Date.now())} isDraft={false} />;
};

/** What a membership will allow once it is saved, while its profile and its keys are chosen. */
export const MembershipPreview = ({ draft }: { readonly draft: Row }) => {
  const { organizationid } = useGrants();
  const profileid = numberIn(draft['profileid']);
  const { query } = useOne({
    resource: 'profiles',
    dataProviderName: 'organization',
    id: profileid ?? 0,
    ...quiet,
    queryOptions: { enabled: profileid !== null },
  });
  if (profileid !== null && !query.data) return null;
  const own = rowsIn(draft['roles']).filter(({ source }) => source !== 'profile');
  const roles = combineRoles(profileid === null ? [] : rolesIn(query.data?.data['roles']), rolesIn(own));
  return <Permits {...placeOf(draft, organizationid)} roles={roles} isInForce isDraft />;
};

/** What somebody with a profile will see once it is saved, in the organization of the profile or in this one. */
export const ProfilePreview = ({ draft }: { readonly draft: Row }) => {
  const { organizationid } = useGrants();
  return (
    <Permits {...placeOf({ organizationid: draft['organizationid'] }, organizationid)} roles={rolesIn(draft['roles'])} isInForce isDraft />
  );
};
