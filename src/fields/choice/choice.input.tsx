import { defineFieldInput, type InputProps } from '@/fields/kit/contracts';
import { ChoiceFilter, ChoiceInput } from '@/fields/kit/choiceInput';
import { useProposal } from './useProposal';

/** Follows the record that proposes it until somebody chooses another value. */
const ProposedInput = ({ from, ...props }: InputProps<string> & { readonly from: string }) => {
  useProposal(from, props);
  return <ChoiceInput {...props} />;
};
const Input = (props: InputProps<string>) => {
  const { proposedFrom: from } = props.field;
  return from ? <ProposedInput {...props} from={from} /> : <ChoiceInput {...props} />;
};

export default defineFieldInput<string>({ Input, Filter: ChoiceFilter });
