import { z } from 'zod';
import type { Fields } from './field';

/** Validates the input of an action, or any other set of fields. */
export const fieldsSchema = (fields: Fields): z.ZodType<Record<string, unknown>> =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(fields).map(([name, { zod, options }]) => [
        name,
        options.default !== undefined ? zod.default(options.default as never) : options.required ? zod : zod.nullish(),
      ]),
    ),
  ) as unknown as z.ZodType<Record<string, unknown>>;
