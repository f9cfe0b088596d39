import { idOf } from '@/schema/unknown';
import type { AnyResource, Grants } from '@/schema';
import { Menu, type MenuItem } from '../../action/Menu';
import { menuItems } from '../../action/menuItems';
import { allowsRow } from '../../allowsRow';
import type { Parent } from '../../../fields/kit/contracts';
import { offersOn } from '../../offersOn';
import { pathTo } from '../../../fields/kit/paths';
import { useWords } from '../../../fields/kit/useWords';
import { FloatingPanel } from '../../../frame/FloatingPanel';
import type { Row } from '../model/selection';

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
const view = '/view',
  edit = '/edit';

/** What may be done with one record: the one menu that all rows share. */
export default function RowMenu({ resource, parent, grants, row, title, anchor, onClose, onAction }: RowMenuProps) {
  const words = useWords();
  const { t } = words;
  const id = idOf(row, resource);
  const label = t('list.row.menu', { title });
  const { possible, refused } = offersOn(grants, resource, row);
  const screens: readonly MenuItem[] = [
    { key: view, label: t('list.row.view'), to: pathTo(resource, 'show', { id, parent }) },
    ...(allowsRow(grants, 'edit', resource, row)
      ? [{ key: edit, label: t('list.row.edit'), to: pathTo(resource, 'edit', { id, parent }) }]
      : []),
  ];
  return (
    <FloatingPanel anchor={anchor} label={label} onClose={onClose}>
      <Menu
        label={label}
        groups={[
          { items: screens },
          { items: menuItems(words, resource, possible) },
          { label: t('action.notNow'), folds: true, items: menuItems(words, resource, refused) },
        ]}
        onPick={(key) => {
          onClose();
          if (key !== view && key !== edit) onAction(key);
        }}
      />
    </FloatingPanel>
  );
}
