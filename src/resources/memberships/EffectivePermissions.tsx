import { useList, useOne } from '@refinedev/core';
import { menuOf, tabsOf, type MenuItem } from '@/layout/routing/menu';
import { restrictingKey, verbs, type Access, type Grants, type Platform } from '@/schema';
import { can } from '@/schema/project/access';
import { membershipGrants } from '@/schema/membershipGrants';
import { useRegistry } from '@/fields/kit/AppContext';
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
interface Granted {
  readonly roleid: number;
  readonly access: Access;
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

/** What a membership allows: the same menu, tabs and verbs that its person will find, decided by the same code. */
export const EffectivePermissions = ({ row }: { readonly row: Row }) => {
  const { t, locale } = useWords();
  const registry = useRegistry();
  const { result: roles } = useList({
    resource: 'roles',
    dataProviderName: 'organization',
    pagination: everything,
    meta: { columns: ['slug', 'category', 'name'], count: false },
    ...quiet,
  });
  const { query: owner } = useOne({
    resource: 'organizations',
    dataProviderName: 'organization',
    id: Number(row['organizationid']),
    ...quiet,
  });
  const catalogue = (roles.data ?? []) as unknown as readonly Role[];
  const organization = owner.data?.data as unknown as Organization | undefined;
  if (catalogue.length === 0 || !organization) return null;
  const byId = new Map(catalogue.map((role) => [role.roleid, role]));
  const held = ((row['roles'] ?? []) as readonly Granted[]).flatMap(({ roleid, access }) => {
    const role = byId.get(roleid);
    return role ? [[role.slug, role.category, access] as const] : [];
  });
  const assigned = (row['events'] ?? []) as readonly Assigned[];
  const scope = row['event_scope'] === 'selected' ? 'selected' : 'all';
  const grants = membershipGrants({
    ...organization,
    userid: Number(row['userid']),
    roles: held,
    event_scope: scope,
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
      {isInForce(row, Date.now()) ? null : <p role="note">{t('memberships.preview.inactive')}</p>}
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
          <dd>{scope === 'selected' ? events.join(', ') : t('memberships.preview.all')}</dd>
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
    </section>
  );
};
