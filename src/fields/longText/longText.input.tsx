import { Input } from 'antd';
import { defineFieldInput } from '@/views/contracts';
import { antdProps } from '@/views/input/antdProps';
import { TextFilter } from '@/views/input/textInput';

export default defineFieldInput<string>({
  Input: (props) => (
    <Input.TextArea {...antdProps(props)} autoSize={{ minRows: 3, maxRows: 14 }} value={props.value ?? ''} onChange={({ target }) => props.onChange?.(target.value === '' ? null : target.value)} />
  ),
  Filter: TextFilter,
});
