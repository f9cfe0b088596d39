import { useTranslate } from '@refinedev/core';
import { useEffect } from 'react';
import { Link, useLocation, useMatches } from 'react-router';
import { rememberPlace } from '@/providers/recentPlaces';
import { useGrants } from '@/fields/kit/AppContext';
import { useWords } from '@/fields/kit/useWords';
import { recordTitle } from '@/fields/kit/recordTitle';
import { crumbsOf, type Crumb, type ScreenHandle } from './routing/crumbs';
import { useKnownRecord } from './routing/useKnownRecord';

const useCrumbText = ({ key, record }: Crumb): string => {
  const words = useWords();
  const row = useKnownRecord(record);
  if (key) return words.maybe(key) ?? '';
  return (row && record && recordTitle(record.resource, row, words)) || `#${record?.id ?? ''}`;
};

const Place = ({ crumb }: { readonly crumb: Crumb }) => (
  <li>
    <Link to={crumb.to}>{useCrumbText(crumb)}</Link>
  </li>
);

/** The last crumb is the current screen: it is the document's title and no link. */
const Here = ({ crumb }: { readonly crumb: Crumb }) => {
  const text = useCrumbText(crumb);
  useEffect(() => {
    document.title = text ? `${text} · Dorsal` : 'Dorsal';
  }, [text]);
  return <li aria-current="page">{text}</li>;
};

/** Remembers the record of the page, once it is known to exist. */
const Visit = ({ crumb: { record, to } }: { readonly crumb: Crumb }) => {
  const { userid, organizationid } = useGrants();
  const words = useWords();
  const row = useKnownRecord(record);
  const title = row && record && recordTitle(record.resource, row, words);
  const name = record?.resource.name,
    id = record?.id;
  useEffect(() => {
    if (name && id && title) rememberPlace({ userid, organizationid }, { resource: name, id, title, to, at: Date.now() });
  }, [userid, organizationid, name, id, title, to]);
  return null;
};

/** The path from the start page to this screen. */
export const Breadcrumbs = () => {
  const translate = useTranslate();
  const { pathname } = useLocation();
  const match = useMatches().findLast(({ handle }) => handle !== undefined);
  const crumbs = match ? crumbsOf(match.handle as ScreenHandle, match.params, pathname) : [];
  const here = crumbs.at(-1);
  const record = crumbs.findLast((crumb) => crumb.record);
  if (!here) return null;
  return (
    <nav className="asd-crumbs" aria-label={translate('common.crumbs.label')} data-alone={crumbs.length === 1 || undefined}>
      {record ? <Visit key={record.to} crumb={record} /> : null}
      <ol>
        {crumbs.slice(0, -1).map((crumb) => (
          <Place key={crumb.to} crumb={crumb} />
        ))}
        <Here key={here.to} crumb={here} />
      </ol>
    </nav>
  );
};
