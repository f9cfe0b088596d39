import type { AnyResource } from '@/schema';
import type { TextContext } from './contracts';

/** The label of a field; the fields that every row has share theirs. */
export const fieldLabel = ({ t }: Pick<TextContext, 't'>, { name: resource, fields }: AnyResource, name: string): string =>
  t(Object.hasOwn(fields, name) ? `${resource}.fields.${name}` : `common.fields.${name}`);
