import { textIn, textsIn } from '@/schema/unknown';
import { Input } from '@/frame/antd/Input';
import { Select } from '@/frame/antd/Select';
import type { HTMLInputTypeAttribute } from 'react';
import type { FieldInput, FilterProps, InputProps } from './contracts';
import { antdProps } from './antdProps';

export interface TextInputOptions {
  readonly type?: HTMLInputTypeAttribute;
  readonly inputMode?: 'text' | 'email' | 'tel' | 'url';
}

interface Bounded {
  readonly cuts?: boolean;
  readonly max?: number;
}

/** The input for text to compare with; several texts if the comparison takes a list. */
export const TextFilter = ({ op, value, onChange, id }: FilterProps) =>
  op === 'in' ? (
    <Select
      mode="tags"
      open={false}
      suffixIcon={null}
      tokenSeparators={[',', ';', '\n']}
      value={[...textsIn(value)]}
      onChange={(list) => onChange(list.length > 0 ? list : null)}
      {...(id && { id })}
    />
  ) : (
    <Input allowClear value={textIn(value) ?? ''} onChange={({ target }) => onChange(target.value || null)} {...(id && { id })} />
  );

/** A line of text. The browser corrects nothing: names, codes and addresses stay as typed. */
export const textInput = ({ type = 'text', inputMode = 'text' }: TextInputOptions = {}): FieldInput<string, Bounded> => ({
  Input: (props: InputProps<string, Bounded>) => (
    <Input
      {...antdProps(props)}
      type={type}
      inputMode={inputMode}
      autoComplete="off"
      {...(props.field.options.cuts && { maxLength: props.field.options.max })}
      count={props.field.options.max ? { max: props.field.options.max } : {}}
      value={props.value ?? ''}
      onChange={({ target }) => props.onChange?.(target.value === '' ? null : target.value)}
    />
  ),
  Filter: TextFilter,
});
