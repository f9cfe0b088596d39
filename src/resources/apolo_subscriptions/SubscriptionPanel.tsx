import { useCustom, type BaseRecord, type HttpError } from '@refinedev/core';
import { Link } from 'react-router';
import type { SubscriptionMoment, SubscriptionOutlook } from '@/domain/subscriptions/outlook';
import { useWords } from '@/fields/kit/useWords';
import { joinName, type InferRow } from '@/schema';
import { partOf, textIn } from '@/schema/unknown';
import { jobsKey } from '@/views/action/runAction';
import { CopyButton } from '@/views/CopyButton';
import { formatInstant, formatMoney } from '@/words/format';
import type { apolo_subscriptions } from './apolo_subscriptions';
import './subscriptions.css';

type Subscription = InferRow<typeof apolo_subscriptions>;
interface Answered extends BaseRecord {
  readonly result: SubscriptionOutlook;
}
/** While the gateway is asked the page looks again after this long. */
const lookMs = 3000,
  dayLength = 10;
/** The title of a record that a field refers to. */
const titleIn = (row: Subscription, field: 'web_userid' | 'planid'): string =>
  textIn(partOf(partOf(row, joinName(field)), 'title')) ?? `#${row[field]}`;

const useOutlook = (row: Subscription) => {
  const { query, result } = useCustom<Answered, HttpError>({
    url: `/v2/user/apolo_subscriptions/${row.subscriptionid}/outlook`,
    method: 'post',
    dataProviderName: 'user',
    errorNotification: false,
    queryOptions: {
      queryKey: [...jobsKey, 'apolo_subscriptions', row.subscriptionid, row.version],
      staleTime: 0,
      retry: false,
      placeholderData: (previous) => previous,
      refetchInterval: ({ state }) => (state.data?.data.result.has_open_charge ? lookMs : false),
    },
  });
  return { outlook: query.data ? result.data.result : undefined, isError: query.isError, retry: () => void query.refetch() };
};

const known = new Set(['no_card', 'insufficient_funds', 'expired_card', 'lost_card', 'stolen_card', 'card_closed', 'card_unknown']);

const Moment = ({ moment, plan }: { readonly moment: SubscriptionMoment; readonly plan: string }) => {
  const { t, locale } = useWords();
  const { kind, what, at, amount_cents, attempt, decline_code, id } = moment;
  const text = t(`apolo_subscriptions.page.moments.${kind}.${what}`, {
    amount: formatMoney(amount_cents ?? 0, locale),
    attempt: attempt ?? 1,
    plan,
  });
  const why =
    decline_code === null ? '' : ` (${t(`apolo_subscriptions.page.declines.${known.has(decline_code) ? decline_code : 'other'}`)})`;
  return (
    <li data-kind={kind} data-what={what}>
      <time dateTime={at}>{formatInstant(at)}</time>
      {id === null ? (
        <span>{text}</span>
      ) : (
        <Link to={`/subscription_charges/${id}`}>
          {text}
          {why}
        </Link>
      )}
    </li>
  );
};

const Moments = ({
  name,
  all,
  plan,
}: {
  readonly name: 'next' | 'past';
  readonly all: readonly SubscriptionMoment[];
  readonly plan: string;
}) => {
  const { t } = useWords();
  const heading = `subscription-${name}`;
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>{t(`apolo_subscriptions.page.${name}`)}</h2>
      {all.length === 0 ? (
        <p className="subscription-quiet">{t(`apolo_subscriptions.page.${name === 'next' ? 'nothingNext' : 'nothingPast'}`)}</p>
      ) : (
        <ol className="subscription-moments">
          {all.map((moment) => (
            <Moment key={`${moment.kind} ${moment.what} ${moment.at} ${moment.id ?? ''}`} moment={moment} plan={plan} />
          ))}
        </ol>
      )}
    </section>
  );
};

/** Who has which plan, in what state and with which card, what comes next and what has happened. */
export default function SubscriptionPanel({ row }: { readonly row: Subscription }) {
  const { t } = useWords();
  const { outlook, isError, retry } = useOutlook(row);
  const day = (instant: string | null): string => (instant === null ? '' : formatInstant(instant).slice(0, dayLength));
  const { card_last4, card_brand, card_asked_at, card_link } = row;
  const isOver = row.status === 'cancelled' || row.status === 'expired';
  return (
    <div className="subscription-panel">
      <p className="subscription-says">
        {t(`apolo_subscriptions.page.says.${row.status}`, {
          name: titleIn(row, 'web_userid'),
          plan: titleIn(row, 'planid'),
          until: day(row.current_period_end),
          since: day(row.past_due_since),
          paused: day(row.paused_at),
          ended: day(row.ended_at),
        })}
      </p>
      {isOver || row.price_cents === 0 ? null : (
        <p className="subscription-card">
          {card_last4 !== null
            ? t('apolo_subscriptions.page.card.with', { brand: card_brand ?? '', last4: card_last4 })
            : t(`apolo_subscriptions.page.card.${card_asked_at === null ? 'none' : 'asked'}`, { asked: day(card_asked_at) })}{' '}
          {card_link === null ? null : <CopyButton text={card_link} label={t('apolo_subscriptions.page.copy')} />}
        </p>
      )}
      {outlook?.has_open_charge ? <p role="status">{t('apolo_subscriptions.page.now')}</p> : null}
      {isError && !outlook ? (
        <p role="alert">
          {t('apolo_subscriptions.page.failed')}{' '}
          <button type="button" className="asd-button" onClick={retry}>
            {t('show.retry')}
          </button>
        </p>
      ) : null}
      {outlook ? (
        <div className="subscription-parts">
          <Moments name="next" all={outlook.next} plan={outlook.next_plan ?? ''} />
          <Moments name="past" all={outlook.past} plan={outlook.next_plan ?? ''} />
        </div>
      ) : (
        <div className="subscription-parts" aria-busy={!isError} />
      )}
    </div>
  );
}
