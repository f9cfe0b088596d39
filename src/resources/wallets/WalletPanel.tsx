import { useCustom, type BaseRecord, type HttpError } from '@refinedev/core';
import { Button } from '@/frame/antd/Button';
import dayjs from 'dayjs';
import { useId, useState } from 'react';
import type { PromoLeft } from '@/domain/wallets/promoLedger';
import { DayBox } from '@/fields/date/DayBox';
import { useGrants } from '@/fields/kit/AppContext';
import { useWords } from '@/fields/kit/useWords';
import type { InferRow } from '@/schema';
import { takesFiles } from '@/schema/access';
import { jobsKey } from '@/views/action/runAction';
import { formatInstant, formatMoney } from '@/words/format';
import { useStatement } from './useStatement';
import type { wallets } from './wallets';
import './wallets.css';

type Wallet = InferRow<typeof wallets>;
interface Answered extends BaseRecord {
  readonly result: readonly PromoLeft[];
}
const wire = 'YYYY-MM-DD';

/** What is left of promotions, and until when. */
const Promos = ({ row }: { readonly row: Wallet }) => {
  const { t, locale } = useWords();
  const heading = useId();
  const { query, result } = useCustom<Answered, HttpError>({
    url: `/v2/user/wallets/${row.walletid}/promotions`,
    method: 'post',
    dataProviderName: 'user',
    errorNotification: false,
    queryOptions: {
      queryKey: [...jobsKey, 'wallets', row.walletid, row.version, row.available_cents, row.frozen_cents],
      enabled: row.promo_expires_at !== null,
      retry: false,
    },
  });
  const promos = query.data ? result.data.result : [];
  if (promos.length === 0) return null;
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>{t('wallets.panel.promos')}</h2>
      <ul className="wallet-promos">
        {promos.map(({ movementid, left_cents, expires_at }) => (
          <li key={movementid}>{t('wallets.panel.promo', { amount: formatMoney(left_cents, locale), at: formatInstant(expires_at) })}</li>
        ))}
      </ul>
    </section>
  );
};

const Day = ({ name, value, onChange }: { readonly name: string; readonly value: string; readonly onChange: (day: string) => void }) => {
  const { t } = useWords();
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>{t(`wallets.panel.${name}`)}</label>
      <DayBox id={id} value={value} onChange={(day) => (day ? onChange(day) : undefined)} />
    </div>
  );
};

/** The statement of some days, from the first of January unless others are chosen. */
const StatementForm = ({ walletid }: { readonly walletid: number }) => {
  const { t } = useWords();
  const [since, setSince] = useState(() => dayjs().startOf('year').format(wire));
  const [until, setUntil] = useState(() => dayjs().format(wire));
  const { mutate, isPending } = useStatement(walletid);
  return (
    <form
      className="wallet-statement"
      onSubmit={(event) => {
        event.preventDefault();
        mutate({ since, until });
      }}
    >
      <Day name="since" value={since} onChange={setSince} />
      <Day name="until" value={until} onChange={setUntil} />
      <Button htmlType="submit" loading={isPending} disabled={until < since}>
        {t('wallets.panel.download')}
      </Button>
    </form>
  );
};

/** Why a wallet is blocked, which promotions end when, and its statement. */
export default function WalletPanel({ row }: { readonly row: Wallet }) {
  const { t } = useWords();
  const grants = useGrants();
  return (
    <div className="wallet-panel">
      {row.status === 'blocked' && row.block_reason !== null ? (
        <p className="wallet-blocked">{t('wallets.panel.blocked', { reason: row.block_reason })}</p>
      ) : null}
      <Promos row={row} />
      {takesFiles(grants) ? <StatementForm walletid={row.walletid} /> : null}
    </div>
  );
}
