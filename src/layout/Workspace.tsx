import { useTranslate } from '@refinedev/core';
import { useEffect, useRef, type CSSProperties, type ReactNode } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { routeOf, type AnyResource } from '@/schema';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import { useTranslation } from 'react-i18next';
import { tabGroupsOf, type TabGroup } from './routing/menu';
import { useShrunk } from './useShrunk';
import './workspace.css';

interface WorkspaceProps {
  readonly workspace: AnyResource;
  readonly id: number;
  readonly header: ReactNode;
  readonly children: ReactNode;
}
/** A place of a workspace: a list inside it, its overview, or its settings. */
interface Place {
  readonly to: string;
  /** The key of its label. */
  readonly label: string;
  /** Only this address is the place, not those below it. */
  readonly isExact?: boolean;
}

/** What is open in a strip that is wider than the screen is scrolled into view, without moving the page. */
const useOpenInView = (pathname: string) => {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const open = bar.current?.querySelector<HTMLElement>('[aria-current]');
    if (bar.current && open) bar.current.scrollLeft = open.offsetLeft - (bar.current.clientWidth - open.offsetWidth) / 2;
  }, [pathname]);
  return bar;
};

const placesOf = (base: string, { tabs }: TabGroup, isFirst: boolean): readonly Place[] => [
  ...(isFirst ? [{ to: base, label: 'overview', isExact: true }] : []),
  ...tabs.map((tab) => ({ to: `${base}/${routeOf(tab)}`, label: `items.${tab.name}` })),
  ...(isFirst ? [{ to: `${base}/settings`, label: 'settings' }] : []),
];
const isAt = (pathname: string, { to }: Place): boolean => pathname === to || pathname.startsWith(`${to}/`);

/** The frame of a record with a workspace: its header, its groups, and a tab for each area of the open group that the person may see. */
export const Workspace = ({ workspace, id, header, children }: WorkspaceProps) => {
  const translate = useTranslate();
  const { t } = useTranslation('menu');
  const groups = tabGroupsOf(useRegistry(), useGrants(), workspace);
  const base = `/${workspace.name}/${id}`;
  const top = useRef<HTMLDivElement>(null);
  const full = useShrunk(top);
  const { pathname } = useLocation();
  const strips = groups.map((group, at) => ({ name: group.name, places: placesOf(base, group, at === 0) }));
  const found = strips.findIndex(({ places }, at) => places.some((place) => (at > 0 || !place.isExact) && isAt(pathname, place)));
  const open = Math.max(0, found);
  const bar = useOpenInView(pathname),
    parts = useOpenInView(pathname);
  return (
    <div className="asd-workspace">
      <div
        className="asd-workspace-top"
        ref={top}
        data-shrunk={full !== undefined || undefined}
        style={full === undefined ? undefined : ({ '--asd-full': `${full}px` } as CSSProperties)}
      >
        {header}
      </div>
      <div className="asd-workspace-nav">
        <nav className="asd-parts" ref={parts} aria-label={translate(`${workspace.name}.singular`)}>
          {strips.map(({ name, places: [first] }, at) => (
            <Link key={name} to={first?.to ?? base} className="asd-part" aria-current={at === open ? 'true' : undefined}>
              {t(`parts.${name}`)}
            </Link>
          ))}
        </nav>
        <nav className="asd-tabs" ref={bar} aria-label={t('areas', { name: t(`parts.${strips[open]?.name ?? 'event'}`) })}>
          {strips[open]?.places.map(({ to, label, isExact }) => (
            <NavLink key={to} to={to} end={isExact === true} className="asd-tab">
              {t(label)}
            </NavLink>
          ))}
        </nav>
      </div>
      {children}
    </div>
  );
};
