import { Input, Select } from 'antd';
import type { HTMLInputTypeAttribute } from 'react';
import type { FieldInput, FilterProps, InputProps } from './contracts';
import { antdProps } from './antdProps';

export interface TextInputOptions {
  readonly type?: HTMLInputTypeAttribute;
  readonly inputMode?: 'text' | 'email' | 'tel' | 'url';
}

const cuts = ({ options }: InputProps['field']): boolean => (options as { readonly cuts?: boolean }).cuts === true;
const maxOf = ({ options }: InputProps['field']): number | undefined => (options as { readonly max?: number }).max;

/** Asks for text to compare with; several texts where the comparison takes a list. */
export const TextFilter = ({ op, value, onChange, id }: FilterProps) =>
  op === 'in' ? (
    <Select
      mode="tags"
      open={false}
      suffixIcon={null}
      tokenSeparators={[',', ';', '\n']}
      value={[...((value as readonly string[] | null) ?? [])]}
      onChange={(list) => onChange(list.length > 0 ? list : null)}
      {...(id && { id })}
    />
  ) : (
    <Input
      allowClear
      value={(value as string | null) ?? ''}
      onChange={({ target }) => onChange(target.value || null)}
      {...(id && { id })}
    />
  );

/** A line of text. The browser corrects nothing: names, codes and addresses are typed as they are. */
export const textInput = ({ type = 'text', inputMode = 'text' }: TextInputOptions = {}): FieldInput<string> => ({
  Input: (props: InputProps<string>) => (
    <Input
      {...antdProps(props)}
      type={type}
      inputMode={inputMode}
      autoComplete="off"
      {...(cuts(props.field) && { maxLength: maxOf(props.field) })}
      count={maxOf(props.field) ? { max: maxOf(props.field)! } : {}}
      value={props.value ?? ''}
      onChange={({ target }) => props.onChange?.(target.value === '' ? null : target.value)}
    />
  ),
  Filter: TextFilter,
});
