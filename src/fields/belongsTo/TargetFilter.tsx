import { Select } from '@/frame/antd/Select';
import type { CrudFilter } from '@refinedev/core';
import { useRegistry } from '@/fields/kit/AppContext';
import type { FilterProps, Parent } from '@/fields/kit/contracts';
import { useWords } from '@/fields/kit/useWords';
import type { AnyResource } from '@/schema';
import { must } from '@/schema/must';
import { useTargets, type Option } from './useTargets';

/** What belongs to the workspace of the list, and what belongs to none. */
const narrowedTo = (target: AnyResource, within: Parent | undefined): readonly CrudFilter[] => {
  const field = within && target.all[within.field];
  if (!within || field?.target !== within.resource) return [];
  const own = { field: within.field, operator: 'eq', value: within.id } as const;
  return field.options.required ? [own] : [{ operator: 'or', value: [own, { field: within.field, operator: 'null', value: true }] }];
};

/** Records to compare with: one, or several if the comparison takes a list. Few are offered at once, many are searched. */
export const TargetFilter = ({ op, value, onChange, field, place, id, within }: FilterProps) => {
  const { t } = useWords();
  const target = useRegistry().get(must(field.target ?? field.targets, `the target of ${place.name}`));
  const ids = [value ?? []].flat().map(Number);
  const narrowing = narrowedTo(target, within);
  // Distances are called the same in many events: outside of one, each says its own.
  const owner = narrowing.length > 0 ? undefined : Object.keys(target.all).find((name) => target.all[name]?.target === target.within);
  const targets = useTargets({ field, place, draft: {}, ids, narrowing, owner, isEager: true });
  const takesSeveral = op === 'in' || op === 'has';
  const set = (options: readonly Option[]): void => {
    targets.remember(options);
    const picked = options.map((option) => option.value);
    onChange(picked.length === 0 ? null : takesSeveral ? picked : picked.at(-1));
  };
  const { few } = targets;
  if (targets.isReading) return <span className="asd-skeleton" />;
  if (takesSeveral && few && few.length > 0 && ids.every((each) => few.some((option) => option.value === each)))
    return (
      <fieldset className="filter-set">
        <legend className="asd-hidden-text">{t('list.filter.values')}</legend>
        {few.map((option, at) => (
          <label key={option.value}>
            <input
              type="checkbox"
              autoFocus={at === 0}
              checked={ids.includes(option.value)}
              onChange={({ target: box }) =>
                set(few.filter((each) => (each.value === option.value ? box.checked : ids.includes(each.value))))
              }
            />
            {option.label}
          </label>
        ))}
      </fieldset>
    );
  return (
    <Select
      {...targets.selectProps}
      className="input-wide"
      mode="multiple"
      labelInValue
      allowClear
      autoFocus
      aria-label={t('list.filter.value')}
      value={ids.map(targets.labelled)}
      onChange={set}
      {...(id && { id })}
    />
  );
};
