import { Button } from '@/frame/antd/Button';
import { Input } from '@/frame/antd/Input';
import type { Quote } from '@/domain/registration/registering';
import { useGrants } from '@/fields/kit/AppContext';
import { useWords } from '@/fields/kit/useWords';
import { wordsOf } from '@/schema/errorCodes';
import type { AnyResource } from '@/schema';
import { can } from '@/schema/project/access';
import { textIn } from '@/schema/unknown';
import { formatDay, formatMoney } from '@/words/format';
import { toMexicoCity } from '@/providers/http/toMexicoCity';
import { inputId } from '@/views/form/fieldIds';
import { counterPayments } from '../counterActions';
import { CounterField } from './CounterField';
import type { Registration } from './useRegistration';

interface PaymentProps {
  readonly resource: AnyResource;
  readonly form: string;
  readonly registration: Registration;
}
type Payment = (typeof counterPayments)[number];

const Lines = ({ quote }: { readonly quote: Quote }) => {
  const { t, locale } = useWords();
  const lines = [
    [quote.tier ?? t('inscriptions.fields.list_price_cents'), quote.list_price_cents],
    [t('inscriptions.fields.discount_cents'), -quote.discount_cents],
    [quote.promotion ?? t('inscriptions.fields.promotion_discount_cents'), -quote.promotion_discount_cents],
    [t('inscriptions.fields.fee_cents'), quote.fee_cents],
  ] as const;
  return (
    <dl className="counter-lines">
      {lines.map(([label, cents]) =>
        cents === 0 ? null : (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatMoney(cents, locale)}</dd>
          </div>
        ),
      )}
      <div className="counter-total">
        <dt>{t('inscriptions.fields.total_cents')}</dt>
        <dd aria-live="polite">{formatMoney(quote.total_cents, locale)}</dd>
      </div>
    </dl>
  );
};

const Coupon = ({ form, registration }: Omit<PaymentProps, 'resource'>) => {
  const { t } = useWords();
  const { draft, quote, problems, change, settleCoupon } = registration;
  const id = inputId(form, 'coupon');
  const refused =
    problems.find(({ path }) => path === 'coupon')?.text ??
    (quote?.coupon_problem ? t(wordsOf({ code: quote.coupon_problem })) : undefined);
  return (
    <div className="form-field" data-invalid={refused ? true : undefined}>
      <label className="form-label" htmlFor={id}>
        {t('inscriptions.inputs.register.coupon')}
      </label>
      <Input
        id={id}
        value={textIn(draft['coupon']) ?? ''}
        autoComplete="off"
        {...(refused && { status: 'error' as const, 'aria-invalid': true, 'aria-describedby': `${id}-error` })}
        onChange={({ target }) => change({ coupon: target.value.toUpperCase() })}
        onBlur={settleCoupon}
        onPressEnter={(event) => {
          event.preventDefault();
          settleCoupon();
        }}
      />
      {refused ? (
        <div className="form-field-error" id={`${id}-error`} role="status">
          {refused}
        </div>
      ) : null}
    </div>
  );
};

const Means = ({ resource, form, registration }: PaymentProps) => {
  const { t, locale } = useWords();
  const grants = useGrants();
  const { draft, quote, change, problems } = registration;
  const mayPay = can(grants, 'pay', resource),
    mayLink = can(grants, 'request_payment', resource);
  const wallet = quote?.wallet_cents ?? null;
  const isOffered = (means: Payment): boolean => {
    if (means === 'later') return true;
    if (means === 'link') return mayLink;
    return mayPay && (means !== 'wallet' || (wallet !== null && wallet > 0 && wallet >= (quote?.total_cents ?? 0)));
  };
  const wrong = problems.find(({ path }) => path === 'payment');
  return (
    <div className="counter-means" role="radiogroup" aria-label={t('inscriptions.inputs.register.payment')} id={inputId(form, 'payment')}>
      {counterPayments.filter(isOffered).map((means) => (
        <label key={means} data-chosen={draft['payment'] === means || undefined}>
          <input type="radio" name="payment" checked={draft['payment'] === means} onChange={() => change({ payment: means })} />
          {t(`inscriptions.choices.register.payment.${means}`)}
          {means === 'wallet' && wallet !== null ? <small>{formatMoney(wallet, locale)}</small> : null}
        </label>
      ))}
      {wrong ? <p className="form-field-error">{wrong.text}</p> : null}
    </div>
  );
};

/** What it costs and how it is paid, next to the button that registers. */
export const PaymentPart = ({ resource, form, registration }: PaymentProps) => {
  const { t, locale } = useWords();
  const { draft, quote, isSaving } = registration;
  const grants = useGrants();
  const payment = textIn(draft['payment']) ?? '';
  const isTaken = payment !== 'later' && payment !== 'link' && (quote?.total_cents ?? 0) > 0;
  return (
    <aside className="counter-pay" aria-label={t('inscriptions.inputs.register.payment')}>
      {quote ? <Lines quote={quote} /> : <p className="counter-hint">{t('inscriptions.counter.chooseRace')}</p>}
      {quote?.until ? (
        <p className="counter-hint">{t('inscriptions.counter.until', { day: formatDay(toMexicoCity(quote.until)) })}</p>
      ) : null}
      {quote?.price_problem ? <p className="form-notice">{t(wordsOf({ code: quote.price_problem }))}</p> : null}
      {can(grants, 'apply_coupon', resource) ? <Coupon form={form} registration={registration} /> : null}
      <Means resource={resource} form={form} registration={registration} />
      {payment === 'pos' || payment === 'link' ? (
        <CounterField
          form={form}
          name="bin"
          registration={registration}
          help={quote?.promotion_problem ? t(wordsOf({ code: quote.promotion_problem })) : t('inscriptions.counter.binHint')}
        />
      ) : null}
      {payment === 'pos' || payment === 'external' ? <CounterField form={form} name="reference" registration={registration} /> : null}
      {payment === 'courtesy' ? <CounterField form={form} name="reason" registration={registration} isRequired /> : null}
      {payment === 'link' ? <p className="counter-hint">{t('inscriptions.counter.linkHint')}</p> : null}
      {payment === 'later' ? <p className="counter-hint">{t('inscriptions.counter.laterHint')}</p> : null}
      {payment === 'link' || payment === 'later' ? null : <CounterField form={form} name="send_mail" registration={registration} />}
      <Button type="primary" htmlType="submit" size="large" block aria-busy={isSaving} title={t('form.saveShortcut')}>
        {isTaken
          ? t('inscriptions.counter.registerFor', { amount: formatMoney(quote?.total_cents ?? 0, locale) })
          : t('inscriptions.actions.register')}
      </Button>
    </aside>
  );
};
