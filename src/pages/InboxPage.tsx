import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import { useWords } from '@/fields/kit/useWords';
import { useOrganization } from '@/providers/ServicesContext';
import { toast } from '@/providers/notification/toaster';
import { waitingFor, waitingOf, waitingWhen } from '@/schema';
import { explainedAt } from '@/views/list/model/explainedAt';
import { formatNumber } from '@/words/format';
import { LoadFailed } from './LoadFailed';
import { InboxItem } from './inbox/InboxItem';
import type { WaitingItem, WaitingKind } from '@/domain/inbox';
import { useInbox, useInboxWrites, type Inbox } from './inbox/useInbox';
import './pages.css';
import './inbox/inbox.css';

const keyOf = ({ resource, wait, id }: WaitingItem): string => `${resource} ${wait} ${id}`;

interface KindProps {
  readonly kind: WaitingKind;
  readonly items: readonly WaitingItem[];
  readonly onMark: (item: WaitingItem, read: boolean) => void;
}
/** Everything of one kind that is shown, with the way to its list. */
const Kind = ({ kind: { resource: name, wait, total }, items, onMark }: KindProps) => {
  const { t, ready } = useTranslation(['inbox', name]);
  const { locale } = useWords(),
    { userid } = useGrants();
  const resource = useRegistry().find(name);
  const [now] = useState(Date.now);
  if (!resource || !ready) return null;
  const { owner, untilRead } = waitingOf(resource, wait);
  const id = `inbox-${name}-${wait}`;
  const filter = owner ? waitingFor(resource, wait, { userid, now }) : waitingWhen(resource, wait, now);
  return (
    <section className="asd-panel asd-inbox-kind" aria-labelledby={id}>
      <header>
        <h2 id={id}>{t(`waits.${wait}`, { ns: name })}</h2>
        {untilRead ? null : <Link to={explainedAt(name, filter)}>{t('seeAll', { total: formatNumber(total, locale) })}</Link>}
      </header>
      <ul>
        {items.map((item) => (
          <InboxItem key={item.id} resource={resource} item={item} onMark={onMark} />
        ))}
      </ul>
    </section>
  );
};

/** Whether the person wants a letter in the morning. */
const LetterWish = ({ inbox }: { readonly inbox: Inbox }) => {
  const { t } = useTranslation('inbox');
  const { wish } = useInboxWrites();
  return (
    <label className="asd-inbox-letter">
      <input
        type="checkbox"
        checked={wish.isPending ? wish.variables : inbox.letters}
        onChange={({ target: { checked } }) =>
          wish.mutate(checked, { onSuccess: ({ letters }) => toast('success', t(letters ? 'letter.on' : 'letter.off')) })
        }
      />
      {t('letter.label')}
    </label>
  );
};

const Waiting = ({ inbox, isWhole }: { readonly inbox: Inbox; readonly isWhole: boolean }) => {
  const { t } = useTranslation('inbox');
  const { mark } = useInboxWrites();
  // What is marked here stays in its place until the person leaves, so that nothing moves under a finger and the focus stays.
  const [kept, keep] = useState<ReadonlySet<string>>(new Set());
  const shown = inbox.items.filter((item) => isWhole || !item.isRead || kept.has(keyOf(item)));
  const onMark = (item: WaitingItem, read: boolean): void => {
    keep((before) => new Set(before).add(keyOf(item)));
    const { resource, wait, id } = item;
    mark.mutate({ items: [{ resource, wait, id }], read });
  };
  if (shown.length === 0) return <p className="asd-panel-empty">{t(isWhole ? 'none.all' : 'none.unread')}</p>;
  const placeOf = (kind: WaitingKind): number => shown.findIndex(({ resource, wait }) => resource === kind.resource && wait === kind.wait);
  return [...inbox.kinds]
    .sort((one, other) => placeOf(one) - placeOf(other))
    .map((kind) => {
      const items = shown.filter(({ resource, wait }) => resource === kind.resource && wait === kind.wait);
      return items.length > 0 ? <Kind key={`${kind.resource} ${kind.wait}`} kind={kind} items={items} onMark={onMark} /> : null;
    });
};

/** What waits for the person: each leads to the work, and is read by mark. */
const InboxPage = () => {
  const { t } = useTranslation('inbox');
  const { current } = useOrganization();
  const [search, setSearch] = useSearchParams();
  const isWhole = search.get('show') === 'all';
  const { data, isError, refetch } = useInbox();
  const { mark } = useInboxWrites();
  const show = (whole: boolean) => () => setSearch(whole ? { show: 'all' } : {}, { replace: true });
  return (
    <div className="asd-inbox">
      <header className="asd-head">
        <h1>{t('title')}</h1>
        <p>{t('lead')}</p>
      </header>
      <div className="asd-inbox-tools">
        <div role="group" aria-label={t('show.label')}>
          <button type="button" className="asd-button" aria-pressed={!isWhole} onClick={show(false)}>
            {t('show.unread')}
          </button>
          <button type="button" className="asd-button" aria-pressed={isWhole} onClick={show(true)}>
            {t('show.all')}
          </button>
        </div>
        <button
          type="button"
          className="asd-button"
          disabled={(data?.unread ?? 0) === 0 || mark.isPending}
          onClick={() => mark.mutate({ all: true })}
        >
          {t('readAll')}
        </button>
      </div>
      {isError && !data ? <LoadFailed words="inbox" onRetry={() => void refetch()} /> : null}
      {data ? (
        <>
          <Waiting key={`${current?.organizationid} ${isWhole}`} inbox={data} isWhole={isWhole} />
          <LetterWish inbox={data} />
        </>
      ) : null}
    </div>
  );
};
export default InboxPage;
