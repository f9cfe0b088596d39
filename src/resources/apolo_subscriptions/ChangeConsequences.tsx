import { toMexicoCity } from '@/providers/http/toMexicoCity';
import { useWords } from '@/fields/kit/useWords';
import { numberIn, partOf, textIn } from '@/schema/unknown';
import { formatDay, formatMoney } from '@/words/format';

/** What a change of plan costs: what comes back of the present period, what is charged, and the credit that is left. */
export const ChangeConsequences = ({ result }: { readonly result: unknown }) => {
  const { t, locale } = useWords();
  const money = (name: string): number => numberIn(partOf(result, name)) ?? 0;
  const say = (name: string, cents: number, date = ''): string =>
    t(`apolo_subscriptions.page.changing.${name}`, { amount: formatMoney(cents, locale), date });
  const at = textIn(partOf(result, 'at'));
  if (at === null) return <p className="outcome-consequence">{t('apolo_subscriptions.consequences.change_plan', { count: 2 })}</p>;
  const [unused, charge, left] = [money('unused_cents'), money('charge_cents'), money('left_cents')];
  return (
    <ul className="outcome-consequence">
      {unused > 0 ? <li>{say('unused', unused)}</li> : null}
      <li>{charge > 0 ? say('charge', charge, formatDay(toMexicoCity(at).slice(0, 10))) : say('free', 0)}</li>
      {left > 0 ? <li>{say('left', left)}</li> : null}
      <li>{t('apolo_subscriptions.consequences.change_plan', { count: 1 })}</li>
    </ul>
  );
};
