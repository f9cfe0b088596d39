import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { AnyResource, Grants } from '@/schema';
import { allowsRow } from '../allowsRow';
import type { Parent } from '../contracts';
import { pathTo } from '../paths';
import { useWords } from '../useWords';
import { applies } from './actions';
import { FloatingPanel } from './FloatingPanel';
import type { Row } from './selection';

interface RowMenuProps {
  readonly resource: AnyResource;
  readonly parent: Parent | undefined;
  readonly grants: Grants;
  readonly row: Row;
  readonly title: string;
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
  readonly onAction: (action: string) => void;
}
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

const Menu = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => {
  const menu = useRef<HTMLDivElement>(null);
  const items = (): readonly HTMLElement[] => [...(menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
  useEffect(() => items()[0]?.focus(), []);
  const onKeyDown = (event: KeyboardEvent): void => {
    const all = items();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? all.length - 1 : steps[event.key] ? (at + steps[event.key]! + all.length) % all.length : -1;
    if (to < 0) return;
    event.preventDefault();
    all[to]?.focus();
  };
  return <div ref={menu} role="menu" aria-label={label} className="list-menu-items" onKeyDown={onKeyDown}>{children}</div>;
};

/** What may be done with one record: the one menu that all rows share. */
export default function RowMenu({ resource, parent, grants, row, title, anchor, onClose, onAction }: RowMenuProps) {
  const { t } = useWords();
  const id = row[resource.key] as number;
  const label = t('list.row.menu', { title });
  return (
    <FloatingPanel anchor={anchor} label={label} onClose={onClose}>
      <Menu label={label}>
        <Link role="menuitem" to={pathTo(resource, 'show', { id, parent })} onClick={onClose}>{t('list.row.view')}</Link>
        {allowsRow(grants, 'edit', resource, row) ? <Link role="menuitem" to={pathTo(resource, 'edit', { id, parent })} onClick={onClose}>{t('list.row.edit')}</Link> : null}
        {applies(grants, resource, row).map(([name, { danger }]) => (
          <button key={name} type="button" role="menuitem" data-danger={danger || undefined} onClick={() => { onClose(); onAction(name); }}>{t(`${resource.name}.actions.${name}`)}</button>
        ))}
      </Menu>
    </FloatingPanel>
  );
}
