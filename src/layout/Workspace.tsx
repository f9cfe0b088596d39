import { useTranslate } from '@refinedev/core';
import { useEffect, useRef, type CSSProperties, type ReactNode } from 'react';
import { NavLink, useLocation } from 'react-router';
import { routeOf, type AnyResource } from '@/schema';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import { useTranslation } from 'react-i18next';
import { tabsOf } from './routing/menu';
import { useShrunk } from './useShrunk';
import './workspace.css';

interface WorkspaceProps {
  readonly workspace: AnyResource;
  readonly id: number;
  readonly header: ReactNode;
  readonly children: ReactNode;
}
/** The frame of a record with a workspace: its header, and a tab for each area that the person may see. */
export const Workspace = ({ workspace, id, header, children }: WorkspaceProps) => {
  const translate = useTranslate();
  const { t } = useTranslation('menu');
  const registry = useRegistry();
  const tabs = tabsOf(registry, useGrants(), workspace);
  const base = `/${workspace.name}/${id}`;
  const bar = useRef<HTMLElement>(null);
  const top = useRef<HTMLDivElement>(null);
  const full = useShrunk(top);
  const { pathname } = useLocation();
  // On a phone the tabs are wider than the screen: the open one is scrolled into view, without moving the page.
  useEffect(() => {
    const open = bar.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (bar.current && open) bar.current.scrollLeft = open.offsetLeft - (bar.current.clientWidth - open.offsetWidth) / 2;
  }, [pathname]);
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
      <nav className="asd-tabs" ref={bar} aria-label={translate(`${workspace.name}.singular`)}>
        <NavLink to={base} end className="asd-tab">
          {t('general')}
        </NavLink>
        {tabs.map((tab) => (
          <NavLink key={tab.name} to={`${base}/${routeOf(tab)}`} className="asd-tab">
            {t(`items.${tab.name}`)}
          </NavLink>
        ))}
      </nav>
      {children}
    </div>
  );
};
