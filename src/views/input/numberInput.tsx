import { InputNumber } from 'antd';
import type { FieldInput, InputProps } from '../contracts';
import { useWords } from '../useWords';
import { antdProps } from './antdProps';
import { rangeFilter } from './rangeFilter';

export interface NumberInputOptions {
  /** How many stored units make one typed unit: 100 cents a peso. */
  readonly unit?: number;
  readonly digits?: (field: InputProps['field']) => number | undefined;
  readonly prefix?: string;
  readonly suffix?: string;
}

/** A number typed in the unit that people use and stored in another. Nothing is clamped: a wrong amount stays in sight, with its message. */
export const numberInput = ({ unit = 1, digits, prefix, suffix }: NumberInputOptions = {}): FieldInput<number> => {
  const NumberInput = (props: InputProps<number>) => {
    const { locale } = useWords();
    const precision = digits?.(props.field);
    const grouped = (text: string) => text.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
    return (
      <InputNumber
        {...antdProps(props)}
        className="input-wide"
        lang={locale}
        controls={false}
        decimalSeparator="."
        {...(precision !== undefined && { precision })}
        {...(prefix && { prefix })}
        {...(suffix && { suffix })}
        formatter={(text) => { const [whole = '', rest] = String(text ?? '').split('.'); return unit === 1 ? String(text ?? '') : [grouped(whole), ...(rest === undefined ? [] : [rest])].join('.'); }}
        parser={(text) => (text ?? '').replace(/[\s,$%]/g, '') as unknown as number}
        value={props.value === null || props.value === undefined ? null : props.value / unit}
        onChange={(typed) => props.onChange?.(typed === null || (typed as unknown) === '' ? null : unit === 1 ? Number(typed) : Math.round(Number(typed) * unit))}
      />
    );
  };
  return { Input: NumberInput, Filter: rangeFilter(NumberInput) };
};
