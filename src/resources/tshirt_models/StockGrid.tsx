import { useList } from '@refinedev/core';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '@/fields/format';
import type { AnyResource } from '@/schema';
import { can } from '@/schema/project/access';
import { useGrants, useRegistry } from '@/views/AppContext';
import type { Parent } from '@/views/contracts';
import { pathTo } from '@/views/paths';
import { useWords } from '@/views/useWords';
import './stockGrid.css';

const ActionDialog = lazy(async () => ({ default: (await import('@/views/action/ActionDialog')).ActionDialog }));

type Figure = 'ordered' | 'received' | 'reserved' | 'delivered' | 'available';
const figures: readonly Figure[] = ['ordered', 'received', 'reserved', 'delivered', 'available'];
type Shelf = { readonly tshirt_stockid: number; readonly size: string; readonly low_stock_at: number | null } & { readonly [K in Figure]: number };
interface Model { readonly tshirt_modelid: number; readonly name: string; readonly sizes: readonly Shelf[] }
const whole = 100, pageOff = { mode: 'off' } as const;

/** How much of what came in is promised or handed out; nothing where nothing came in. */
const shareOf = ({ received, reserved, delivered }: Pick<Shelf, 'received' | 'reserved' | 'delivered'>): string => (received > 0 ? `${Math.round(((reserved + delivered) / received) * whole)} %` : '—');
const sumOf = (sizes: readonly Shelf[]): { readonly [K in Figure]: number } =>
  Object.fromEntries(figures.map((name) => [name, sizes.reduce((sum, shelf) => sum + shelf[name], 0)])) as { [K in Figure]: number };

/** Every shirt of an event by size: what was ordered, came in, is promised, went out and is left. */
export const StockGrid = ({ resource, parent }: { readonly resource: AnyResource; readonly parent: Parent }) => {
  const { t, locale } = useWords();
  const grants = useGrants(), stock = useRegistry().get('tshirt_stock');
  const [open, setOpen] = useState<{ readonly id: number; readonly action: string } | null>(null);
  const { result } = useList({
    resource: resource.name, dataProviderName: resource.service, pagination: pageOff, filters: [{ field: parent.field, operator: 'eq', value: parent.id }],
    meta: { columns: ['name', 'sizes'], count: false }, errorNotification: false,
  });
  const models = ((result.data ?? []) as unknown as readonly Model[]).filter(({ sizes }) => sizes.length > 0);
  const actions = ['receive', 'adjust'].filter((name) => can(grants, name, stock));
  const number = (value: number): string => formatNumber(value, locale);
  if (models.length === 0) return null;
  return (
    <section className="stock-grid" aria-label={t('tshirt_stock.titles.list')}>
      {models.map(({ tshirt_modelid, name, sizes }) => {
        const sum = sumOf(sizes);
        return (
          <div className="stock-model" key={tshirt_modelid}>
            <table>
              <caption>{name}</caption>
              <thead>
                <tr>
                  <th scope="col">{t('tshirt_stock.fields.size')}</th>
                  {figures.map((figure) => <th scope="col" key={figure}>{t(`tshirt_stock.fields.${figure}`)}</th>)}
                  <th scope="col">{t('tshirt_models.grid.share')}</th>
                  {actions.length > 0 ? <th scope="col"><span className="stock-unseen">{t('list.row.actions')}</span></th> : null}
                </tr>
              </thead>
              <tbody>
                {sizes.map((shelf) => {
                  const size = t(`tshirt_stock.choices.size.${shelf.size}`);
                  return (
                    <tr key={shelf.tshirt_stockid} data-low={shelf.low_stock_at !== null && shelf.available < shelf.low_stock_at || undefined}>
                      <th scope="row"><Link to={pathTo(stock, 'show', { id: shelf.tshirt_stockid })}>{size}</Link></th>
                      {figures.map((figure) => <td key={figure} data-figure={figure}>{number(shelf[figure])}</td>)}
                      <td>{shareOf(shelf)}</td>
                      {actions.length > 0 ? (
                        <td className="stock-actions">
                          {actions.map((action) => (
                            <button type="button" key={action} aria-label={`${t(`tshirt_stock.actions.${action}`)} ${name} ${size}`} title={t(`tshirt_stock.actions.${action}`)} onClick={() => setOpen({ id: shelf.tshirt_stockid, action })}>{action === 'receive' ? '+' : '±'}</button>
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
                  {figures.map((figure) => <td key={figure}>{number(sum[figure])}</td>)}
                  <td>{shareOf(sum)}</td>
                  {actions.length > 0 ? <td /> : null}
                </tr>
              </tfoot>
            </table>
          </div>
        );
      })}
      <Suspense fallback={null}>
        {open ? <ActionDialog resource={stock} action={open.action} target={{ ids: [open.id] }} onClose={() => setOpen(null)} /> : null}
      </Suspense>
    </section>
  );
};
