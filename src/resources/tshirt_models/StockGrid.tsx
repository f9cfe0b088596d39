import { useList } from '@refinedev/core';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '@/words/format';
import { fieldOf, type AnyResource } from '@/schema';
import { can, canWrite } from '@/schema/project/access';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import type { Parent } from '@/fields/kit/contracts';
import { pathTo } from '@/fields/kit/paths';
import { useWords } from '@/fields/kit/useWords';
import { ShelfInput } from './ShelfInput';
import { figures, shareOf, sumOf, type Model, type Shelf } from './stock';
import { NeedCells, useNeeds, type Needs } from './needs';
import { useSaveShelf, type Written } from './useSaveShelf';
import './stockGrid.css';

const ActionDialog = lazy(async () => ({ default: (await import('@/views/action/ActionDialog')).ActionDialog }));

const pageOff = { mode: 'off' } as const;

interface ModelTableProps {
  readonly resource: AnyResource;
  readonly stock: AnyResource;
  readonly model: Model;
  readonly actions: readonly string[];
  readonly needs: Needs;
  readonly reread: () => Promise<Model | undefined>;
  readonly onAction: (id: number, action: string) => void;
}
interface WrittenCellProps extends Pick<ModelTableProps, 'resource' | 'stock'> {
  readonly shelf: Shelf;
  readonly column: Written;
  readonly label: string;
  readonly save: ReturnType<typeof useSaveShelf>;
}
/** A number that people edit in its cell; plain text for people who may not. */
const WrittenCell = ({ resource, stock, shelf, column, label, save }: WrittenCellProps) => {
  const { locale } = useWords();
  const grants = useGrants();
  const field = fieldOf(stock, column),
    stored = shelf[column];
  if (!can(grants, 'edit', resource) || !canWrite(grants, field)) return stored === null ? '—' : formatNumber(stored, locale);
  const id = shelf.tshirt_stockid;
  return (
    <ShelfInput
      field={field}
      label={label}
      stored={stored}
      column={column}
      onSave={(was, value) => save({ id, name: column, was, value })}
    />
  );
};

interface ShelfRowProps extends Omit<ModelTableProps, 'reread'> {
  readonly shelf: Shelf;
  readonly save: ReturnType<typeof useSaveShelf>;
}
const ShelfRow = ({ resource, stock, model: { name }, shelf, actions, needs, save, onAction }: ShelfRowProps) => {
  const { t, locale } = useWords();
  const size = t(`lists.tshirt_sizes.${shelf.size}`);
  const written = (column: Written) => (
    <WrittenCell
      resource={resource}
      stock={stock}
      shelf={shelf}
      column={column}
      label={`${t(`tshirt_stock.fields.${column}`)} ${name} ${size}`}
      save={save}
    />
  );
  return (
    <tr data-low={shelf.low || undefined}>
      <th scope="row">
        <Link to={pathTo(stock, 'show', { id: shelf.tshirt_stockid })}>{size}</Link>
      </th>
      {figures.map((figure) => (
        <td key={figure} data-figure={figure}>
          {figure === 'ordered' ? written(figure) : formatNumber(shelf[figure], locale)}
        </td>
      ))}
      <td>{shareOf(shelf)}</td>
      {needs.size > 0 ? <NeedCells need={needs.get(shelf.tshirt_stockid)} /> : null}
      <td>{written('low_stock_at')}</td>
      {actions.length > 0 ? (
        <td className="stock-actions">
          {actions.map((action) => (
            <button
              type="button"
              key={action}
              aria-label={`${t(`tshirt_stock.actions.${action}`)} ${name} ${size}`}
              title={t(`tshirt_stock.actions.${action}`)}
              onClick={() => onAction(shelf.tshirt_stockid, action)}
            >
              {action === 'receive' ? '+' : '±'}
            </button>
          ))}
        </td>
      ) : null}
    </tr>
  );
};

/** The sizes of one shirt: editable numbers are edited in their cells, the others are sums of the ledger and changed by its actions. */
const ModelTable = ({ reread, ...props }: ModelTableProps) => {
  const { t, locale } = useWords();
  const { resource, model, actions, needs } = props;
  const save = useSaveShelf(resource, model, reread);
  const sum = sumOf(model.sizes);
  return (
    <div className="stock-model">
      <table>
        <caption>{model.name}</caption>
        <thead>
          <tr>
            <th scope="col">{t('tshirt_stock.fields.size')}</th>
            {figures.map((figure) => (
              <th scope="col" key={figure}>
                {t(`tshirt_stock.fields.${figure}`)}
              </th>
            ))}
            <th scope="col">{t('tshirt_models.grid.share')}</th>
            {needs.size > 0 ? (
              <>
                <th scope="col">{t('tshirt_models.grid.expected')}</th>
                <th scope="col">{t('tshirt_models.grid.missing')}</th>
              </>
            ) : null}
            <th scope="col">{t('tshirt_stock.fields.low_stock_at')}</th>
            {actions.length > 0 ? (
              <th scope="col">
                <span className="stock-unseen">{t('list.row.actions')}</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {model.sizes.map((shelf) => (
            <ShelfRow key={shelf.tshirt_stockid} {...props} shelf={shelf} save={save} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('list.totals')}</th>
            {figures.map((figure) => (
              <td key={figure}>{formatNumber(sum[figure], locale)}</td>
            ))}
            <td>{shareOf(sum)}</td>
            {needs.size > 0 ? <td colSpan={2} /> : null}
            <td />
            {actions.length > 0 ? <td /> : null}
          </tr>
        </tfoot>
      </table>
    </div>
  );
};

/** Every shirt of an event by size: ordered, received, reserved, handed out and left. */
export const StockGrid = ({ resource, parent }: { readonly resource: AnyResource; readonly parent: Parent }) => {
  const { t } = useWords();
  const grants = useGrants(),
    stock = useRegistry().get('tshirt_stock');
  const [open, setOpen] = useState<{ readonly id: number; readonly action: string } | null>(null);
  const { result, query } = useList({
    resource: resource.name,
    dataProviderName: resource.service,
    pagination: pageOff,
    filters: [{ field: parent.field, operator: 'eq', value: parent.id }],
    meta: { columns: ['name', 'sizes'], count: false },
    errorNotification: false,
  });
  const models = ((result.data ?? []) as unknown as readonly Model[]).filter(({ sizes }) => sizes.length > 0);
  const needs = useNeeds(parent.id);
  const actions = ['receive', 'adjust'].filter((name) => can(grants, name, stock));
  const reread = async (id: number): Promise<Model | undefined> =>
    (((await query.refetch()).data?.data ?? []) as unknown as readonly Model[]).find(({ tshirt_modelid }) => tshirt_modelid === id);
  if (models.length === 0) return null;
  return (
    <section className="stock-grid" aria-label={t('tshirt_stock.titles.list')}>
      {models.map((model) => (
        <ModelTable
          key={model.tshirt_modelid}
          resource={resource}
          stock={stock}
          model={model}
          actions={actions}
          needs={needs}
          reread={() => reread(model.tshirt_modelid)}
          onAction={(id, action) => setOpen({ id, action })}
        />
      ))}
      <Suspense fallback={null}>
        {open ? <ActionDialog resource={stock} action={open.action} target={{ ids: [open.id] }} onClose={() => setOpen(null)} /> : null}
      </Suspense>
    </section>
  );
};
