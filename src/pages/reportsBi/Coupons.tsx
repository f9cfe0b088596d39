import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/words/format';
import type { BiCoupon, BiCoupons } from '@/domain/reports/biFigures';
import { can } from '@/schema/project/access';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import { useWords } from '@/fields/kit/useWords';
import type { ChartProps } from './charts';
import { Bar, change, Count, Explained, pesos } from './Numbers';

const shown = 8;
/** Income for each peso of discount; undefined without discounts. */
const yieldOf = ({ discount_cents, income_cents }: BiCoupon): number | null => (discount_cents > 0 ? income_cents / discount_cents : null);

/** The discounts of coupons and their income. */
const Coupons = ({ answer: { total, previous, rows }, explain }: ChartProps<BiCoupons>) => {
  const { t } = useTranslation('reports-bi');
  const { locale } = useWords();
  const registry = useRegistry(),
    grants = useGrants();
  const times = (value: number | null): string =>
    value === null ? '—' : formatNumber(value, locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const most = Math.max(...rows.map(({ discount_cents, income_cents }) => Math.max(discount_cents, income_cents)));
  const against = (now: number, before: number | undefined) => {
    const by = before === undefined ? null : change(now, before, locale);
    return by ? <span className="bi-change">{by}</span> : null;
  };
  const opens = can(grants, 'list', registry.get('coupon_batches'));
  const to = ({ couponid, coupon_batchid }: BiCoupons['rows'][number]): string | null =>
    coupon_batchid !== null
      ? opens
        ? `/coupon_batches/${coupon_batchid}`
        : null
      : explain({ field: 'couponid', op: 'eq', value: couponid });
  return (
    <>
      <dl className="bi-facts">
        <div>
          <dt>{t('coupons.discount')}</dt>
          <dd>
            {pesos(total.discount_cents, locale)} {against(total.discount_cents, previous?.discount_cents)}
          </dd>
        </div>
        <div>
          <dt>{t('coupons.income')}</dt>
          <dd>
            {pesos(total.income_cents, locale)} {against(total.income_cents, previous?.income_cents)}
          </dd>
        </div>
        <div>
          <dt>{t('coupons.yield')}</dt>
          <dd>{times(yieldOf(total))}</dd>
        </div>
      </dl>
      <table className="bi-table">
        <thead>
          <tr>
            <th scope="col">{t('coupons.what')}</th>
            <th scope="col">{t('coupons.uses')}</th>
            <th scope="col" data-kind="second">
              {t('coupons.discount')}
            </th>
            <th scope="col" data-kind="first">
              {t('coupons.income')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map((row) => (
            <tr key={`${row.coupon_batchid} ${row.couponid}`} data-key={row.label}>
              <th scope="row">
                <span className="bi-label">{row.label ?? t('coupons.unnamed')}</span>
                <Bar value={row.income_cents} most={most} />
                <Bar value={row.discount_cents} most={most} kind="second" />
              </th>
              <td>
                <Explained to={to(row)}>
                  <strong>
                    <Count value={row.uses} />
                  </strong>
                </Explained>
              </td>
              <td>{pesos(row.discount_cents, locale)}</td>
              <td>{pesos(row.income_cents, locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {total.coupons > shown ? <p className="bi-note">{t('coupons.rest', { count: total.coupons - shown })}</p> : null}
    </>
  );
};
export default Coupons;
