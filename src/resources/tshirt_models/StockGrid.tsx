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
import { figures, shareOf, sumOf, type Figure, type Model, type Shelf } from './stock';
import { useSaveShelf, type Written } from './useSaveShelf';
import './stockGrid.css';

const ActionDialog = lazy(async () => ({ default: (await import('@/views/action/ActionDialog')).ActionDialog }));

const pageOff = { mode: 'off' } as const;

interface ModelTableProps {
  readonly resource: AnyResource;
  readonly stock: AnyResource;
  readonly model: Model;
  readonly actions: readonly string[];
  readonly reread: () => Promise<Model | undefined>;
  readonly onAction: (id: number, action: string) => void;
}
/** The sizes of one shirt: what people write is written where it stands, the rest is the sum of the ledger and moves by its actions. */
const ModelTable = ({ resource, stock, model, actions, reread, onAction }: ModelTableProps) => {
  const { t, locale } = useWords();
  const grants = useGrants();
  const save = useSaveShelf(resource, model, reread);
  const { name, sizes } = model,
    sum = sumOf(sizes);
  const number = (value: number): string => formatNumber(value, locale);
  const isOpen = (column: Written): boolean => can(grants, 'edit', resource) && canWrite(grants, fieldOf(stock, column));
  const written = (shelf: Shelf, column: Written, size: string) => {
    if (!isOpen(column)) return shelf[column] === null ? '—' : number(shelf[column]);
    const id = shelf.tshirt_stockid;
    return (
      <ShelfInput
        field={fieldOf(stock, column)}
        label={`${t(`tshirt_stock.fields.${column}`)} ${name} ${size}`}
        stored={shelf[column]}
        column={column}
        onSave={(was, value) => save({ id, name: column, was, value })}
      />
    );
  };
  const cell = (shelf: Shelf, figure: Figure, size: string) =>
    figure === 'ordered' ? written(shelf, figure, size) : number(shelf[figure]);
  return (
    <div className="stock-model">
      <table>
        <caption>{name}</caption>
        <thead>
          <tr>
            <th scope="col">{t('tshirt_stock.fields.size')}</th>
            {figures.map((figure) => (
              <th scope="col" key={figure}>
                {t(`tshirt_stock.fields.${figure}`)}
              </th>
            ))}
            <th scope="col">{t('tshirt_models.grid.share')}</th>
            <th scope="col">{t('tshirt_stock.fields.low_stock_at')}</th>
            {actions.length > 0 ? (
              <th scope="col">
                <span className="stock-unseen">{t('list.row.actions')}</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {sizes.map((shelf) => {
            const size = t(`lists.tshirt_sizes.${shelf.size}`);
            return (
              <tr key={shelf.tshirt_stockid} data-low={shelf.low || undefined}>
                <th scope="row">
                  <Link to={pathTo(stock, 'show', { id: shelf.tshirt_stockid })}>{size}</Link>
                </th>
                {figures.map((figure) => (
                  <td key={figure} data-figure={figure}>
                    {cell(shelf, figure, size)}
                  </td>
                ))}
                <td>{shareOf(shelf)}</td>
                <td>{written(shelf, 'low_stock_at', size)}</td>
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
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('list.totals')}</th>
            {figures.map((figure) => (
              <td key={figure}>{number(sum[figure])}</td>
            ))}
            <td>{shareOf(sum)}</td>
            <td />
            {actions.length > 0 ? <td /> : null}
          </tr>
        </tfoot>
      </table>
    </div>
  );
};

/** Every shirt of an event by size: what was ordered, came in, is promised, went out and is left. */
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
