import { useTranslate } from '@refinedev/core';
import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { Link, useLocation, useMatches } from 'react-router';
import { useWords } from '@/views/useWords';
import { recordTitle } from '@/views/recordTitle';
import { crumbsOf, type Crumb, type ScreenHandle } from './crumbs';

type Row = Readonly<Record<string, unknown>>;

/** What the cache knows of a record: whichever screen reads it, the breadcrumb follows without asking again. */
const useKnownRecord = (record: Crumb['record']): Row | undefined => {
  const queryClient = useQueryClient();
  const find = (): Row | undefined => {
    if (!record) return undefined;
    const { service, name } = record.resource;
    const found = queryClient.getQueriesData<{ readonly data: Row }>({ queryKey: ['data', service, name, 'one', String(record.id)] });
    return found.map(([, answer]) => answer?.data).find(Boolean);
  };
  return useSyncExternalStore((listener) => queryClient.getQueryCache().subscribe(notifyManager.batchCalls(listener)), find, find);
};

const useCrumbText = ({ key, record }: Crumb): string => {
  const translate = useTranslate();
  const { locale } = useWords();
  const row = useKnownRecord(record);
  if (key) return translate(key);
  return (row && record && recordTitle(record.resource, row, locale)) || `#${record?.id ?? ''}`;
};

const Place = ({ crumb }: { readonly crumb: Crumb }) => <li><Link to={crumb.to}>{useCrumbText(crumb)}</Link></li>;

/** The last crumb is where the person is: it is the document's title and no link. */
const Here = ({ crumb }: { readonly crumb: Crumb }) => {
  const text = useCrumbText(crumb);
  useEffect(() => {
    document.title = `${text} · Dorsal`;
  }, [text]);
  return <li aria-current="page">{text}</li>;
};

/** The way from the top to this screen. */
export const Breadcrumbs = () => {
  const translate = useTranslate();
  const { pathname } = useLocation();
  const match = useMatches().findLast(({ handle }) => handle !== undefined);
  const crumbs = match ? crumbsOf(match.handle as ScreenHandle, match.params, pathname) : [];
  const here = crumbs.at(-1);
  if (!here) return null;
  return (
    <nav className="asd-crumbs" aria-label={translate('common.crumbs.label')} data-alone={crumbs.length === 1 || undefined}>
      <ol>
        {crumbs.slice(0, -1).map((crumb) => <Place key={crumb.to} crumb={crumb} />)}
        <Here key={here.to} crumb={here} />
      </ol>
    </nav>
  );
};
