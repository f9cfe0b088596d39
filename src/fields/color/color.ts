import { z } from 'zod';
import type { ErrorCode } from '@/schema/errorCodes';
import { field, optionsOf, type CommonOptions, type Only } from '@/schema/field';

export interface ColorOptions extends CommonOptions {
  readonly default?: string;
}

const whole = (text: string): string => (/^#[0-9a-f]{3}$/.test(text) ? `#${text.slice(1).replace(/./g, '$&$&')}` : text);

/** A colour as `#rrggbb`, in lower case. */
export const color = <const O extends ColorOptions>(options?: O & Only<NoInfer<O>, ColorOptions>) =>
  field<string>()(optionsOf<O>(options), {
    type: 'color',
    takes: [],
    zod: () =>
      z
        .string()
        .trim()
        .toLowerCase()
        .transform(whole)
        .pipe(z.string().regex(/^#[0-9a-f]{6}$/, 'INVALID_COLOR' satisfies ErrorCode)),
    column: 'text',
    graphql: 'String',
    operators: ['eq', 'null'],
    sortable: false,
    folded: true,
    check: (column) => `${column} ~ '^#[0-9a-f]{6}$'`,
  });
