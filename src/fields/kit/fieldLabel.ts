import type { AnyResource } from '@/schema';
import type { TextContext } from './contracts';

/** The word of a field; the fields that every row carries share theirs. */
export const fieldLabel = ({ t }: Pick<TextContext, 't'>, { name: resource, fields }: AnyResource, name: string): string =>
  t(Object.hasOwn(fields, name) ? `${resource}.fields.${name}` : `common.fields.${name}`);
