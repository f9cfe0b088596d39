import { useGrants, useRegistry } from '../../fields/kit/AppContext';
import { likePath } from '../likePath';
import { useViews } from '../useViews';
import { Menu, type MenuItem } from '../action/Menu';
import { menuItems } from '../action/menuItems';
import { allowsRow } from '../allowsRow';
import { recordTitle } from '../../fields/kit/recordTitle';
import type { ListModel } from './model/useListModel';
import { offersOn } from '../offersOn';
import { pathTo } from '../../fields/kit/paths';
import { useWords } from '../../fields/kit/useWords';
import { FloatingPanel } from '../../frame/FloatingPanel';
import type { Row } from './model/selection';

interface RowMenuProps {
  readonly list: ListModel;
  readonly id: number;
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
}
const view = '/view',
  edit = '/edit',
  like = '/like';

/** The actions of one record: one menu that all rows share. It is removed with its row. */
export default function RowMenu({ list, id, ...props }: RowMenuProps) {
  const row = list.rowOf(id);
  return row ? <OpenMenu list={list} id={id} row={row} {...props} /> : null;
}

const OpenMenu = ({ list: { resource, parent, actions }, id, row, anchor, onClose }: RowMenuProps & { readonly row: Row }) => {
  const words = useWords(),
    grants = useGrants();
  const { t } = words;
  const label = t('list.row.menu', { title: recordTitle(resource, row, words) });
  const { possible, refused } = offersOn(grants, resource, row);
  const record = pathTo(resource, 'show', { id, parent });
  const similar = likePath({ resource, parent, id }, useViews(resource), grants, useRegistry());
  const screens: readonly MenuItem[] = [
    { key: view, label: t('list.row.view'), to: record },
    ...(allowsRow(grants, 'edit', resource, row)
      ? [{ key: edit, label: t('list.row.edit'), to: pathTo(resource, 'edit', { id, parent }) }]
      : []),
    ...(similar ? [{ key: like, label: t('action.like'), to: similar }] : []),
  ];
  return (
    <FloatingPanel anchor={anchor} label={label} onClose={onClose}>
      <Menu
        label={label}
        groups={[
          { items: screens },
          { items: menuItems(words, resource, possible, record) },
          { label: t('action.notNow'), folds: true, items: menuItems(words, resource, refused, record) },
        ]}
        onPick={(key) => {
          onClose();
          if (resource.actions?.[key]?.ownPage === undefined && key !== view && key !== edit && key !== like) actions.begin(key, id);
        }}
      />
    </FloatingPanel>
  );
};
