import type { ComponentType } from 'react';
import type { InputProps } from '@/fields/kit/contracts';
import { useWords } from '@/fields/kit/useWords';
import { FormField } from '@/views/form/FormField';
import { counterActions } from '../counterActions';
import type { Registration } from './useRegistration';

export type CounterFieldName = keyof typeof counterActions.register.input;
interface CounterFieldProps {
  readonly form: string;
  readonly name: CounterFieldName;
  readonly registration: Registration;
  readonly isRequired?: boolean;
  readonly help?: string | undefined;
  readonly Input?: ComponentType<InputProps>;
}
const { input } = counterActions.register;

/** One field of a registration at the counter. */
export const CounterField = ({ form, name, registration, isRequired = false, help, Input }: CounterFieldProps) => {
  const { t } = useWords();
  const field = input[name];
  return (
    <FormField
      form={form}
      name={name}
      field={isRequired ? { ...field, options: { ...field.options, required: true } } : field}
      place={{ resource: 'inscriptions', name: `register.${name}` }}
      label={t(`inscriptions.inputs.register.${name}`)}
      help={help}
      draft={registration.draft}
      isLocked={false}
      isChanged={false}
      problems={registration.problems.filter(({ path }) => path.split('.')[0] === name)}
      onChange={(_, value) => registration.change({ [name]: value })}
      {...(Input && { Input })}
    />
  );
};
