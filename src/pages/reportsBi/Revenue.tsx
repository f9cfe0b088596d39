import { useTranslation } from 'react-i18next';
import { received, returned } from '@/domain/registration/moneyMoved';
import type { BiRevenue } from '@/domain/reports/biFigures';
import { useWords } from '@/fields/kit/useWords';
import type { Filter } from '@/schema';
import type { ChartProps } from './charts';
import { Bar, change, Explained, pesos } from './Numbers';

const those = ({ type, status }: typeof received | typeof returned): Filter => ({
  and: [
    { field: 'type', op: 'in', value: type },
    { field: 'status', op: 'in', value: status },
  ],
});
const sides = { received, returned } as const;
const sideNames = ['received', 'returned'] as const;

/** What came in and went back by payment method, and what is left. */
const Revenue = ({ answer: { total, fee_cents, rows }, explain }: ChartProps<BiRevenue>) => {
  const { t } = useTranslation(['reports-bi', 'payments']);
  const { locale } = useWords();
  const most = Math.max(
    ...rows.map(({ received_cents, net_cents, previous_cents }) => Math.max(received_cents, net_cents, previous_cents ?? 0)),
  );
  const isCompared = total.previous_cents !== null;
  const by = change(total.net_cents, total.previous_cents, locale);
  const listOf = (side: (typeof sideNames)[number], method?: string) =>
    explain(method === undefined ? null : { field: 'method', op: 'eq', value: method }, those(sides[side]), 'payments');
  const money = (value: number, side: (typeof sideNames)[number], method?: string) => (
    <Explained to={value > 0 ? listOf(side, method) : null}>{pesos(value, locale)}</Explained>
  );
  return (
    <>
      <dl className="bi-facts">
        <div>
          <dt>{t('revenue.net')}</dt>
          <dd>
            {pesos(total.net_cents, locale)} {by ? <span className="bi-change">{by}</span> : null}
          </dd>
        </div>
        {sideNames.map((side) => (
          <div key={side}>
            <dt>{t(`revenue.${side}`)}</dt>
            <dd>{money(total[`${side}_cents`], side)}</dd>
          </div>
        ))}
        {fee_cents === null ? null : (
          <div>
            <dt>{t('revenue.fee')}</dt>
            <dd>{pesos(fee_cents, locale)}</dd>
          </div>
        )}
      </dl>
      <table className="bi-table">
        <thead>
          <tr>
            <th scope="col">{t('revenue.what')}</th>
            <th scope="col">{t('revenue.received')}</th>
            <th scope="col">{t('revenue.returned')}</th>
            <th scope="col" data-kind="first">
              {t('revenue.net')}
            </th>
            {isCompared ? (
              <th scope="col" data-kind="mark">
                {t('columns.previous')}
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ method, received_cents, returned_cents, net_cents, previous_cents }) => (
            <tr key={method} data-key={method}>
              <th scope="row">
                <span className="bi-label">{t(`choices.method.${method}`, { ns: 'payments' })}</span>
                <Bar value={Math.max(0, net_cents)} before={previous_cents} most={most} />
              </th>
              <td>{money(received_cents, 'received', method)}</td>
              <td>{money(returned_cents, 'returned', method)}</td>
              <td>
                <strong>{pesos(net_cents, locale)}</strong>
              </td>
              {isCompared ? <td>{pesos(previous_cents ?? 0, locale)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
};
export default Revenue;
