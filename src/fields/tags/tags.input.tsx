import { textsIn } from '@/schema/unknown';
import { Select } from '@/frame/antd/Select';
import { defineFieldInput, type FilterProps, type InputProps } from '@/fields/kit/contracts';
import { selectProps } from '@/fields/kit/antdProps';
import { useWords } from '@/fields/kit/useWords';

const separators = [',', ';', '\n', '\t'];
const common = { mode: 'tags', open: false, suffixIcon: null, tokenSeparators: separators, className: 'input-wide' } as const;

/** Tags as they will be stored, if they are valid; invalid ones stay visible. */
const spelt = (field: InputProps['field'], list: readonly string[]): readonly string[] => {
  const parsed = field.zod.safeParse(list);
  return parsed.success ? textsIn(parsed.data) : list;
};
const TagsInput = (props: InputProps<readonly string[]>) => {
  const { t } = useWords();
  return (
    <Select
      {...common}
      {...selectProps(props)}
      placeholder={t('form.typeTags')}
      value={[...(props.value ?? [])]}
      onChange={(list: string[]) => props.onChange?.(spelt(props.field, list))}
    />
  );
};
const TagsFilter = ({ value, onChange, field, id }: FilterProps) => (
  <Select
    {...common}
    {...(id && { id })}
    value={[...textsIn(value)]}
    onChange={(list: string[]) => onChange(list.length > 0 ? spelt(field, list) : null)}
  />
);

export default defineFieldInput<readonly string[]>({ Input: TagsInput, Filter: TagsFilter, empty: [] });
