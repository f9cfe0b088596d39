import { useEffect, useRef } from 'react';
import { defineFieldInput, type InputProps } from '@/fields/kit/contracts';
import { textInput, TextFilter } from '@/fields/kit/textInput';
import { slugOf } from './slugOf';

const { Input: Line } = textInput();

/** Follows the text that it is made from until somebody types another slug. */
const SlugInput = (props: InputProps<string>) => {
  const { proposedFrom: from } = props.field;
  const proposal = from ? slugOf(props.draft[from]) : '';
  const { value, onChange, disabled } = props;
  const proposed = useRef(value ? proposal : ''); // the text may have been typed before this part of the form was loaded
  useEffect(() => {
    const isOurs = !value || value === proposed.current;
    if (proposal !== proposed.current && isOurs && !disabled) onChange?.(proposal || null);
    proposed.current = proposal;
  }, [proposal, value, onChange, disabled]);
  return <Line {...props} />;
};

export default defineFieldInput<string>({ Input: SlugInput, Filter: TextFilter });
