import { TextArea } from '@/frame/antd/TextArea';
import { defineFieldInput } from '@/fields/kit/contracts';
import { antdProps } from '@/fields/kit/antdProps';
import { TextFilter } from '@/fields/kit/textInput';

export default defineFieldInput<string>({
  Input: (props) => (
    <TextArea
      {...antdProps(props)}
      autoSize={{ minRows: 3, maxRows: 14 }}
      value={props.value ?? ''}
      onChange={({ target }) => props.onChange?.(target.value === '' ? null : target.value)}
    />
  ),
  Filter: TextFilter,
});
