import type { AnyResource } from '@/schema';
import { FieldValue } from '../../fields/kit/FieldValue';

/** The state of a record, for a resource that declares one. */
export const RecordState = ({ resource, row }: { readonly resource: AnyResource; readonly row: Readonly<Record<string, unknown>> }) => {
  const life = Object.entries(resource.all).find(([, { options }]) => 'states' in options);
  return life ? <FieldValue isCell field={life[1]} place={{ resource: resource.name, name: life[0] }} row={row} /> : null;
};
