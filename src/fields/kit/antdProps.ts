import type { InputProps } from './contracts';

type Common = Pick<InputProps, 'id' | 'disabled' | 'invalid' | 'describedBy' | 'field'>;

/** What every antd input takes from a form: identity, state and the texts that describe it. */
export const antdProps = ({ id, disabled, invalid, describedBy, field }: Common) => ({
  ...(id && { id }),
  ...(disabled && { disabled }),
  ...(invalid && { status: 'error' as const, 'aria-invalid': true }),
  ...(describedBy && { 'aria-describedby': describedBy }),
  ...(field.options.required && { 'aria-required': true }),
});
/** The same for a select, whose outer box antd gives every attribute: there "required" means nothing. */
export const selectProps = (props: Common) => {
  const { 'aria-required': _, ...rest } = antdProps(props);
  return rest;
};
