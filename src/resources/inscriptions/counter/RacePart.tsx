import { useCustom, useList, type BaseRecord, type HttpError } from '@refinedev/core';
import type { EventOverview, SellingDistance } from '@/domain/registration/overview';
import { useWords } from '@/fields/kit/useWords';
import { numberIn } from '@/schema/unknown';
import { formatMoney, formatNumber } from '@/words/format';
import { inputId } from '@/views/form/fieldIds';
import { CounterField } from './CounterField';
import type { Registration } from './useRegistration';

interface Answered extends BaseRecord {
  readonly result: EventOverview;
}
/** The distances of an event as they sell. */
const useSelling = (eventid: number) =>
  useCustom<Answered, HttpError>({
    url: `/v2/event/events/${eventid}/overview`,
    method: 'post',
    config: { payload: {} },
    dataProviderName: 'event',
    errorNotification: false,
    queryOptions: { retry: false, queryKey: ['data', 'event', 'overview', eventid, 'desk'], staleTime: 0 },
  }).query;

const freeOf = ({ capacity, sold, held }: SellingDistance): number | null =>
  capacity === null ? null : Math.max(0, capacity - sold - held);
const isOpen = (distance: SellingDistance): boolean => distance.status === 'open' && freeOf(distance) !== 0;

const Card = ({
  distance,
  isChosen,
  onChoose,
}: {
  readonly distance: SellingDistance;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}) => {
  const { t, locale } = useWords();
  const free = freeOf(distance);
  const seats =
    distance.status !== 'open'
      ? t(`distances.choices.status.${distance.status}`)
      : free === null
        ? t('inscriptions.counter.unlimited')
        : free === 0
          ? t('inscriptions.counter.soldOut')
          : t('inscriptions.counter.free', { count: free, number: formatNumber(free, locale) });
  return (
    <label className="counter-race" data-chosen={isChosen || undefined} data-closed={!isOpen(distance) || undefined}>
      <input type="radio" name="distanceid" checked={isChosen} disabled={!isOpen(distance)} onChange={onChoose} />
      <b>{distance.name}</b>
      <span className="counter-price">{distance.price_cents === null ? '—' : formatMoney(distance.price_cents, locale)}</span>
      <small>{seats}</small>
    </label>
  );
};

/** Which race, in which shirt: distances with their price of now and what is free. */
export const RacePart = ({
  form,
  eventid,
  registration,
}: {
  readonly form: string;
  readonly eventid: number;
  readonly registration: Registration;
}) => {
  const { t } = useWords();
  const { draft, change, problems } = registration;
  const selling = useSelling(eventid);
  const shirts = useList<BaseRecord, HttpError>({
    resource: 'tshirt_models',
    dataProviderName: 'event',
    filters: [{ field: 'eventid', operator: 'eq', value: eventid }],
    pagination: { currentPage: 1, pageSize: 20 },
    meta: { columns: ['name'], count: false },
    errorNotification: false,
  });
  const models = shirts.result.data;
  const chosen = numberIn(draft['distanceid']);
  const choose = (distanceid: number): void => {
    const only = models.length === 1 ? numberIn(models[0]?.['tshirt_modelid']) : null;
    change({ distanceid, waveid: null, ...(only && draft['tshirt_modelid'] == null && { tshirt_modelid: only }) });
  };
  const wrong = problems.find(({ path }) => path === 'distanceid');
  return (
    <section className="form-section" aria-labelledby={`${form}-race`}>
      <h2 id={`${form}-race`}>{t('inscriptions.counter.race')}</h2>
      {selling.isError ? <CounterField form={form} name="distanceid" registration={registration} isRequired /> : null}
      <div className="counter-races" id={inputId(form, 'distanceid')} role="radiogroup" aria-labelledby={`${form}-race`}>
        {(selling.data?.data.result.distances ?? []).map((distance) => (
          <Card
            key={distance.distanceid}
            distance={distance}
            isChosen={chosen === distance.distanceid}
            onChoose={() => choose(distance.distanceid)}
          />
        ))}
      </div>
      {wrong ? <p className="form-field-error">{wrong.text}</p> : null}
      <div className="counter-grid">
        {models.length > 1 ? <CounterField form={form} name="tshirt_modelid" registration={registration} /> : null}
        {models.length > 0 ? <CounterField form={form} name="tshirt_size" registration={registration} /> : null}
        <CounterField form={form} name="est_time_s" registration={registration} />
      </div>
      {problems.some(({ path }) => ['eligibility_reason', 'birth_date', 'gender'].includes(path)) || draft['eligibility_reason'] ? (
        <CounterField form={form} name="eligibility_reason" registration={registration} help={t('inscriptions.counter.exception')} />
      ) : null}
    </section>
  );
};
