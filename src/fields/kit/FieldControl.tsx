import { Suspense, use } from 'react';
import type { InputProps } from './contracts';
import { loadFieldInput } from './fieldUi';

const Loaded = (props: InputProps) => {
  const { Input } = use(loadFieldInput(props.field.type));
  return <Input {...props} />;
};
/** The input of a field of any type, loaded when it is first needed. */
export const FieldControl = (props: InputProps) => (
  <Suspense fallback={<span className="input-loading" aria-hidden="true" />}>
    <Loaded {...props} />
  </Suspense>
);
