import { z } from 'zod';
import type { ErrorCode } from '@/schema/errorCodes';
import { field, optionsOf, type CommonOptions, type Only } from '@/schema/field';

export interface JsonOptions<T> extends CommonOptions {
  /** The shape of the value; any JSON by default. */
  readonly shape?: z.ZodType<T>;
}

const maxBytes = 64 * 1024;
const small = (value: unknown) => JSON.stringify(value).length <= maxBytes;

/** Structured data without a table of its own, validated by a shape. */
export const json = <T = z.core.util.JSONType, const O extends JsonOptions<T> = JsonOptions<T>>(
  options?: O & Only<NoInfer<O>, JsonOptions<T>>,
) => {
  const given = optionsOf<O>(options);
  return field<T>()(given, {
    type: 'json',
    takes: ['shape'],
    zod: () => ((given.shape ?? z.json()) as z.ZodType<T>).refine(small, 'TOO_LARGE' satisfies ErrorCode),
    column: 'jsonb',
    graphql: 'JSON',
    operators: ['null'],
    sortable: false,
  });
};
