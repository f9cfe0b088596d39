import { Input } from '@/frame/antd/Input';
import { useState } from 'react';
import { defineFieldInput, type InputProps } from '@/fields/kit/contracts';
import { antdProps } from '@/fields/kit/antdProps';
import { rangeFilter } from '@/fields/kit/rangeFilter';
import type { DurationOptions } from './duration';
import { formatDuration } from './formatDuration';
import { parseDuration } from './parseDuration';

/** Text is kept while it is typed; `orElse` decides about text that is not a duration yet. */
const clockInput = (orElse: (text: string) => unknown) => (props: InputProps<number, DurationOptions>) => {
  const { unit = 's' } = props.field.options;
  const value: unknown = props.value ?? null;
  const [typed, setTyped] = useState<{ readonly text: string; readonly value: unknown } | null>(null);
  const printed = typeof value === 'number' ? formatDuration(value, unit) : typeof value === 'string' ? value : '';
  const change = (text: string) => {
    const next = text.trim() === '' ? null : (parseDuration(text, unit) ?? orElse(text));
    setTyped({ text, value: next });
    props.onChange?.(next as number | null);
  };
  return (
    <Input
      {...antdProps(props)}
      className="input-short"
      inputMode="text"
      autoComplete="off"
      placeholder={unit === 'ms' ? 'h:mm:ss.mmm' : 'h:mm:ss'}
      value={typed && Object.is(typed.value, value) ? typed.text : printed}
      onChange={({ target }) => change(target.value)}
      onBlur={() => setTyped(null)}
    />
  );
};

// A form sends text that it cannot read, so that validation reports it; a filter waits until it is valid.
export default defineFieldInput<number, DurationOptions>({
  Input: clockInput((text) => text),
  Filter: rangeFilter(clockInput(() => null)),
});
