import { Button } from '@/frame/antd/Button';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { AnyResource } from '@/schema';
import type { MenuGroup } from '../action/Menu';
import { MenuButton } from '../action/MenuButton';
import { menuItems, ownPageOf } from '../action/menuItems';
import { allowsRow } from '../allowsRow';
import { likePath } from '../likePath';
import { useViews } from '../useViews';
import { useGrants, useRegistry } from '../../fields/kit/AppContext';
import type { Parent } from '../../fields/kit/contracts';
import { offersOn, type Offer } from '../offersOn';
import { pathTo } from '../../fields/kit/paths';
import { usePaletteActions } from '../../frame/usePaletteActions';
import { useWords } from '../../fields/kit/useWords';
import { DeleteDialog } from './DeleteDialog';

const ActionDialog = lazy(async () => ({ default: (await import('../action/ActionDialog')).ActionDialog }));

export interface RecordToolsProps {
  readonly resource: AnyResource;
  readonly id: number;
  readonly parent: Parent | undefined;
  readonly row: Readonly<Record<string, unknown>>;
  readonly onDeleted: () => void;
  /** How many actions are shown outside the menu. */
  readonly standing?: number;
}
const deletion = '/delete',
  likeKey = '/like';

/** The present actions of a record, the most used first. */
export const RecordTools = ({ resource, id, parent, row, onDeleted, standing: most = 2 }: RecordToolsProps) => {
  const words = useWords();
  const { t } = words;
  const grants = useGrants();
  const navigate = useNavigate();
  const [running, setRunning] = useState<string>();
  const [isDeleting, setIsDeleting] = useState(false);
  const { possible, refused } = offersOn(grants, resource, row);
  const standing = possible.filter(({ action }) => !action.inMenu).slice(0, most);
  const edit = allowsRow(grants, 'edit', resource, row) ? pathTo(resource, 'edit', { id, parent }) : undefined;
  const record = pathTo(resource, 'show', { id, parent });
  const begin = ({ name, action }: Offer): void => {
    const page = ownPageOf(action, record);
    if (page === undefined) setRunning(name);
    else void navigate(page);
  };
  const registry = useRegistry();
  const like = likePath({ resource, parent, id }, useViews(resource), grants, registry);
  const mayDelete = allowsRow(grants, 'delete', resource, row);
  usePaletteActions(() => [
    ...(edit ? [{ key: edit, label: t('show.edit'), shortcut: 'edit' as const, run: () => void navigate(edit) }] : []),
    ...possible.map((offer) => ({ key: offer.name, label: t(`${resource.name}.actions.${offer.name}`), run: () => begin(offer) })),
    ...(mayDelete ? [{ key: deletion, label: t('show.delete'), run: () => setIsDeleting(true) }] : []),
  ]);
  const pick = (key: string): void => {
    if (key === deletion) setIsDeleting(true);
    else if (key !== likeKey && !resource.actions?.[key]?.ownPage) setRunning(key); // the link of the entry leads to the other page
  };
  const groups: readonly MenuGroup[] = [
    {
      items: menuItems(
        words,
        resource,
        possible.filter((each) => !standing.includes(each)),
        record,
      ),
    },
    { label: t('action.notNow'), folds: true, items: menuItems(words, resource, refused, record) },
    { items: like ? [{ key: likeKey, label: t('action.like'), to: like }] : [] },
    { items: mayDelete ? [{ key: deletion, label: t('show.delete'), isDangerous: true }] : [] },
  ];
  return (
    <div className="show-tools">
      {standing.map((offer) => {
        const page = ownPageOf(offer.action, record),
          label = t(`${resource.name}.actions.${offer.name}`);
        return page === undefined ? (
          <Button key={offer.name} onClick={() => begin(offer)}>
            {label}
          </Button>
        ) : (
          <Link key={offer.name} className="asd-button" to={page}>
            {label}
          </Link>
        );
      })}
      {groups.some(({ items }) => items.length > 0) ? (
        <MenuButton label={t('show.actions')} groups={groups} onPick={pick}>
          ⋯
        </MenuButton>
      ) : null}
      {edit ? (
        <Link className="asd-button" data-primary to={edit}>
          {t('show.edit')}
        </Link>
      ) : null}
      {running ? (
        <Suspense fallback={null}>
          <ActionDialog resource={resource} action={running} target={{ ids: [id] }} parent={parent} onClose={() => setRunning(undefined)} />
        </Suspense>
      ) : null}
      {isDeleting ? <DeleteDialog resource={resource} row={row} onClose={() => setIsDeleting(false)} onDeleted={onDeleted} /> : null}
    </div>
  );
};
