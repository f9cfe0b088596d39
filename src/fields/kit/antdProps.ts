import type { InputProps } from './contracts';

type Common = Pick<InputProps, 'id' | 'disabled' | 'invalid' | 'describedBy' | 'field'>;

/** The props of every antd input in a form: identity, state and the texts that describe it. */
export const antdProps = ({ id, disabled, invalid, describedBy, field }: Common) => ({
  ...(id && { id }),
  ...(disabled && { disabled }),
  ...(invalid && { status: 'error' as const, 'aria-invalid': true }),
  ...(describedBy && { 'aria-describedby': describedBy }),
  ...(field.options.required && { 'aria-required': true }),
});
/** The same for a select: antd puts every attribute on its outer box, where "required" has no meaning. */
export const selectProps = (props: Common) => {
  const { 'aria-required': _, ...rest } = antdProps(props);
  return rest;
};
