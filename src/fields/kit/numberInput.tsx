import { InputNumber } from '@/frame/antd/InputNumber';
import type { FieldInput, InputProps } from './contracts';
import { useWords } from './useWords';
import { antdProps } from './antdProps';
import { rangeFilter } from './rangeFilter';

export interface NumberInputOptions {
  /** How many stored units make one typed unit: 100 cents a peso. */
  readonly unit?: number;
  readonly digits?: (field: InputProps['field']) => number | undefined;
  readonly prefix?: string;
  readonly suffix?: string;
}

/** Digits in groups, with the decimals of the unit. Text that is being typed is left unchanged. */
const print = (value: unknown, precision: number | undefined): string => {
  if (value === undefined || value === null || value === '') return '';
  const [whole = '', rest = ''] = String(value).split('.');
  const decimals = precision === undefined ? rest : rest.padEnd(precision, '0');
  return `${precision === undefined ? whole : whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')}${decimals ? `.${decimals}` : ''}`;
};

/** A number typed in one unit and stored in another. Nothing is corrected: a wrong amount stays visible with its message. */
export const numberInput = ({ unit = 1, digits, prefix, suffix }: NumberInputOptions = {}): FieldInput<number> => {
  const NumberInput = (props: InputProps<number>) => {
    const { locale } = useWords();
    const precision = digits?.(props.field);
    return (
      <InputNumber
        {...antdProps(props)}
        className="input-short"
        lang={locale}
        controls={false}
        decimalSeparator="."
        {...(precision !== undefined && { precision })}
        {...(prefix && { prefix })}
        {...(suffix && { suffix })}
        formatter={(value, { userTyping, input }) => (userTyping ? input : print(value, precision))}
        parser={(text) => (text ?? '').replace(/[\s,$%]/g, '') as unknown as number}
        value={props.value === null || props.value === undefined ? null : props.value / unit}
        onChange={(typed) =>
          props.onChange?.(
            typed === null || (typed as unknown) === '' ? null : unit === 1 ? Number(typed) : Math.round(Number(typed) * unit),
          )
        }
      />
    );
  };
  return { Input: NumberInput, Filter: rangeFilter(NumberInput) };
};
