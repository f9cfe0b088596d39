import { formatNumber } from '@/words/format';
import { fieldOf } from '@/schema';
import { MenuButton } from '../../action/MenuButton';
import { readText } from '../../../fields/kit/fieldUi';
import { useWords } from '../../../fields/kit/useWords';
import { Icon } from '../../../frame/Icon';
import { labelOf } from '../model/describeFilter';
import { nothing, type Selection } from '../model/selection';
import type { ListModel } from '../model/useListModel';

/** More than these share a menu. */
const mostStanding = 3;

const sumOf = (selection: Selection, totals: Readonly<Record<string, number>>, name: string): number | undefined => {
  if (selection.kind === 'all') return totals[name];
  const values = [...selection.rows.values()].map((row) => row[name]);
  return values.every((value) => typeof value === 'number' || value === null)
    ? values.reduce<number>((sum, value) => sum + Number(value ?? 0), 0)
    : undefined;
};

/** The selection, its sums and its actions. */
export const BulkBar = ({ list: { resource, question, answer, selection, actions } }: { readonly list: ListModel }) => {
  const words = useWords();
  const { t, locale } = words;
  const { ofSelection } = actions;
  const standing = ofSelection.slice(0, ofSelection.length > mostStanding ? mostStanding - 1 : mostStanding),
    others = ofSelection.slice(standing.length);
  const run = (name: string): void => actions.begin(name, 'selection');
  const sums = question.plan.totals.flatMap((name) => {
    const sum = sumOf(selection.chosen, answer.totals, name);
    return sum === undefined
      ? []
      : [{ name, text: readText({ [name]: sum }, fieldOf(resource, name), { resource: resource.name, name }, words) }];
  });
  return (
    <section className="list-bulk" aria-label={t('list.bulk.label')}>
      <strong role="status">{t('list.bulk.selected', { number: formatNumber(selection.count, locale) })}</strong>
      {sums.map(({ name, text }) => (
        <span key={name} className="list-bulk-sum">
          {labelOf(question.describing, name)} <b>{text}</b>
        </span>
      ))}
      {selection.mayTakeAll ? (
        <button type="button" className="list-bulk-all" onClick={() => selection.select({ kind: 'all' })}>
          {t('list.bulk.all', { number: formatNumber(answer.total ?? 0, locale) })}
        </button>
      ) : null}
      <span className="list-bulk-actions">
        {standing.map(([name, { danger }]) => (
          <button key={name} type="button" className="asd-button" data-danger={danger || undefined} onClick={() => run(name)}>
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
            onPick={run}
          />
        ) : null}
        <button
          type="button"
          className="list-button list-bulk-clear"
          aria-label={t('list.bulk.clear')}
          title={t('list.bulk.clear')}
          onClick={() => selection.select(nothing)}
        >
          <Icon name="close" />
        </button>
      </span>
    </section>
  );
};
