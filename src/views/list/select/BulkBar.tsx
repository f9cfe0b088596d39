import { formatNumber } from '@/words/format';
import { fieldOf, type Action } from '@/schema';
import { MenuButton } from '../../action/MenuButton';
import { readText } from '../../../fields/kit/fieldUi';
import { useWords } from '../../../fields/kit/useWords';
import { Icon } from '../../../frame/Icon';
import type { ListPlan } from '../model/listPlan';
import { countOf, nothing, type Selection } from '../model/selection';

interface BulkBarProps {
  readonly plan: ListPlan;
  readonly labels: Readonly<Record<string, string>>;
  readonly selection: Selection;
  readonly total: number;
  readonly totals: Readonly<Record<string, number>>;
  /** Whether everything on the page is selected and there is more that matches. */
  readonly mayTakeAll: boolean;
  readonly actions: readonly (readonly [string, Action])[];
  readonly onSelect: (selection: Selection) => void;
  readonly onAction: (name: string) => void;
}

/** More than these share a menu. */
const mostStanding = 3;

const sumOf = (selection: Selection, totals: Readonly<Record<string, number>>, name: string): number | undefined => {
  if (selection.kind === 'all') return totals[name];
  const values = [...selection.rows.values()].map((row) => row[name]);
  return values.every((value) => typeof value === 'number' || value === null)
    ? values.reduce<number>((sum, value) => sum + Number(value ?? 0), 0)
    : undefined;
};

/** What is selected, what it adds up to and what may be done with it. */
export const BulkBar = ({
  plan: { resource, totals: names },
  labels,
  selection,
  total,
  totals,
  mayTakeAll,
  actions,
  onSelect,
  onAction,
}: BulkBarProps) => {
  const words = useWords();
  const { t, locale } = words;
  const standing = actions.slice(0, actions.length > mostStanding ? mostStanding - 1 : mostStanding),
    others = actions.slice(standing.length);
  const sums = names.flatMap((name) => {
    const sum = sumOf(selection, totals, name);
    return sum === undefined
      ? []
      : [{ name, text: readText({ [name]: sum }, fieldOf(resource, name), { resource: resource.name, name }, words) }];
  });
  return (
    <section className="list-bulk" aria-label={t('list.bulk.label')}>
      <strong role="status">{t('list.bulk.selected', { number: formatNumber(countOf(selection, total), locale) })}</strong>
      {sums.map(({ name, text }) => (
        <span key={name} className="list-bulk-sum">
          {labels[name]} <b>{text}</b>
        </span>
      ))}
      {mayTakeAll ? (
        <button type="button" className="list-bulk-all" onClick={() => onSelect({ kind: 'all' })}>
          {t('list.bulk.all', { number: formatNumber(total, locale) })}
        </button>
      ) : null}
      <span className="list-bulk-actions">
        {standing.map(([name, { danger }]) => (
          <button key={name} type="button" className="asd-button" data-danger={danger || undefined} onClick={() => onAction(name)}>
            {t(`${resource.name}.actions.${name}`)}
          </button>
        ))}
        {others.length > 0 ? (
          <MenuButton
            label={t('list.bulk.more')}
            groups={[
              {
                items: others.map(([name, { danger }]) => ({
                  key: name,
                  label: t(`${resource.name}.actions.${name}`),
                  isDangerous: danger,
                })),
              },
            ]}
            onPick={onAction}
          />
        ) : null}
        <button
          type="button"
          className="list-button list-bulk-clear"
          aria-label={t('list.bulk.clear')}
          title={t('list.bulk.clear')}
          onClick={() => onSelect(nothing)}
        >
          <Icon name="close" />
        </button>
      </span>
    </section>
  );
};
