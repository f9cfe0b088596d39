import { TextArea } from '@/frame/antd/TextArea';
import { useState } from 'react';
import { defineFieldInput, type InputProps } from '@/fields/kit/contracts';
import { isEqual } from '@/fields/kit/draft';
import { antdProps } from '@/fields/kit/antdProps';
import { useWords } from '@/fields/kit/useWords';

const print = (value: unknown): string => (value === null || value === undefined ? '' : JSON.stringify(value, null, 2));
const read = (text: string): { readonly value: unknown } | null => {
  try {
    return { value: text.trim() === '' ? null : (JSON.parse(text) as unknown) };
  } catch {
    return null;
  }
};

// The text is kept apart from the value: incomplete JSON is not JSON, and is sent as text so that validation refuses it.
const JsonInput = (props: InputProps<unknown>) => {
  const { t } = useWords();
  const [text, setText] = useState(() => (typeof props.value === 'string' ? props.value : print(props.value)));
  const typed = read(text);
  const current = typed ? typed.value : text;
  const shown = isEqual(current, props.value) ? text : typeof props.value === 'string' ? props.value : print(props.value);
  const change = (next: string) => {
    const parsed = read(next);
    setText(next);
    props.onChange?.(parsed ? parsed.value : next);
  };
  const isBroken = read(shown) === null;
  return (
    <>
      <TextArea
        {...antdProps({ ...props, invalid: props.invalid === true || isBroken })}
        className="input-code"
        spellCheck={false}
        autoSize={{ minRows: 3, maxRows: 18 }}
        value={shown}
        onChange={({ target }) => change(target.value)}
      />
      {isBroken ? (
        <span className="form-field-note" role="status">
          {t('form.notJson')}
        </span>
      ) : null}
    </>
  );
};

export default defineFieldInput<unknown>({ Input: JsonInput });
