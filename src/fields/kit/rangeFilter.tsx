import { listIn } from '@/schema/unknown';
import { useId, type ComponentType } from 'react';
import type { FilterProps, InputProps } from './contracts';
import { useWords } from './useWords';

/** Two ends if the comparison is `between`, otherwise one value. */
export const rangeFilter = (Input: ComponentType<InputProps>): ComponentType<FilterProps> =>
  function RangeFilter({ op, value, onChange, field, place, id }: FilterProps) {
    const { t } = useWords();
    const end = useId();
    const common = { field, place, draft: {} };
    if (op !== 'between') return <Input {...common} value={value} onChange={onChange} {...(id && { id })} />;
    const [from = null, to = null] = listIn(value);
    const set = (ends: readonly unknown[]) => onChange(ends.every((end) => end === null) ? null : ends);
    return (
      <span className="range-filter" role="group" aria-label={t('form.range')}>
        <Input {...common} value={from} onChange={(next) => set([next, to])} {...(id && { id })} />
        <span aria-hidden="true">–</span>
        <label htmlFor={end} className="asd-hidden-text">
          {t('form.rangeEnd')}
        </label>
        <Input {...common} id={end} value={to} onChange={(next) => set([from, next])} />
      </span>
    );
  };
