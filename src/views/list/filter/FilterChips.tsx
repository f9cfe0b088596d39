import { lazy } from 'react';
import type { Filter } from '@/schema';
import { useWords } from '../../../fields/kit/useWords';
import { chipsOf, conditionsOf, fromChips } from '../model/chips';
import { describeFilter, type Describing } from '../model/describeFilter';
import { Icon } from '../../../frame/Icon';
import type { ListPlan } from '../model/listPlan';
import { Popover } from '../../../frame/Popover';

const FilterEditor = lazy(() => import('./FilterEditor'));

interface FilterChipsProps {
  readonly plan: ListPlan;
  readonly describing: Describing;
  readonly filter: Filter | null;
  readonly onChange: (filter: Filter | null) => void;
}

/** The button that adds a condition, and one chip for each condition. */
export const FilterChips = ({ plan, describing, filter, onChange }: FilterChipsProps) => {
  const { t } = useWords();
  const chips = chipsOf(filter);
  const put = (at: number, chip: Filter | null): void =>
    onChange(fromChips([...chips.slice(0, at), ...(chip ? [chip] : []), ...chips.slice(at + 1)]));
  return (
    <>
      {plan.filters.length > 0 ? (
        <Popover
          label={t('list.filter.add')}
          button={
            <>
              <Icon name="filter" />
              <span>{t('list.filter.add')}</span>
            </>
          }
        >
          {(close) => (
            <FilterEditor
              plan={plan}
              describing={describing}
              conditions={null}
              onDone={(chip) => {
                close();
                put(chips.length, chip);
              }}
            />
          )}
        </Popover>
      ) : null}
      {chips.length > 0 ? (
        <ul className="list-chips" aria-label={t('list.filter.label')}>
          {chips.map((chip, at) => {
            const words = describeFilter(describing, chip);
            const conditions = conditionsOf(chip);
            const editable = conditions?.every(({ field }) => plan.filters.some(({ path }) => path === field));
            return (
              <li key={`${at} ${words}`} className="list-chip">
                {conditions && editable ? (
                  <Popover className="list-chip-words" label={t('list.filter.edit', { what: words })} button={words}>
                    {(close) => (
                      <FilterEditor
                        plan={plan}
                        describing={describing}
                        conditions={conditions}
                        onDone={(next) => {
                          close();
                          put(at, next);
                        }}
                      />
                    )}
                  </Popover>
                ) : (
                  <span className="list-chip-words">{words}</span>
                )}
                <button
                  type="button"
                  className="list-chip-remove"
                  aria-label={t('list.filter.remove', { what: words })}
                  onClick={() => put(at, null)}
                >
                  <Icon name="close" />
                </button>
              </li>
            );
          })}
          {chips.length > 1 ? (
            <li>
              <button type="button" className="list-button" onClick={() => onChange(null)}>
                {t('list.filter.clear')}
              </button>
            </li>
          ) : null}
        </ul>
      ) : null}
    </>
  );
};
