import { useTranslate } from '@refinedev/core';
import { type ReactNode } from 'react';
import { NavLink } from 'react-router';
import type { AnyResource } from '@/schema';
import { useGrants, useRegistry } from '@/views/AppContext';
import { useTranslation } from 'react-i18next';
import { tabsOf } from './menu';
import './workspace.css';

interface WorkspaceProps {
  readonly workspace: AnyResource;
  readonly id: number;
  readonly header: ReactNode;
  readonly children: ReactNode;
}
/** The frame of one record that others live within: its header, and a tab for each area that the keys open. */
export const Workspace = ({ workspace, id, header, children }: WorkspaceProps) => {
  const translate = useTranslate();
  const { t } = useTranslation('menu');
  const registry = useRegistry();
  const tabs = tabsOf(registry, useGrants(), workspace);
  const base = `/${workspace.name}/${id}`;
  return (
    <div className="asd-workspace">
      {header}
      <nav className="asd-tabs" aria-label={translate(`${workspace.name}.singular`)}>
        <NavLink to={base} end className="asd-tab">{t('general')}</NavLink>
        {tabs.map(({ name }) => <NavLink key={name} to={`${base}/${name}`} className="asd-tab">{t(`items.${name}`)}</NavLink>)}
      </nav>
      {children}
    </div>
  );
};
