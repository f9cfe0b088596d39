import { Select } from 'antd';
import type { FilterProps } from '@/fields/kit/contracts';
import { useTargets, type Option } from './useTargets';

/** Records to compare with: one, or several if the comparison takes a list. */
export const TargetFilter = ({ op, value, onChange, field, place, id }: FilterProps) => {
  const ids = [value ?? []].flat().map(Number);
  const targets = useTargets({ field, place, draft: {}, ids, narrowing: [] });
  const set = (options: readonly Option[]): void => {
    targets.remember(options);
    const picked = options.map((option) => option.value);
    onChange(picked.length === 0 ? null : op === 'in' || op === 'has' ? picked : picked.at(-1));
  };
  return (
    <Select
      {...targets.selectProps}
      className="input-wide"
      mode="multiple"
      labelInValue
      allowClear
      value={ids.map(targets.labelled)}
      onChange={set}
      {...(id && { id })}
    />
  );
};
