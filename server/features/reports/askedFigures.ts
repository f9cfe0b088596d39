import type { Problem } from '@/schema/project/zod';
import { z } from 'zod';
import { regions } from '@/schema';
import { invalid } from '../../kernel/DomainError';

const mostEvents = 50;
const keys = z
  .string()
  .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/)
  .transform((text) => [...new Set(text.split(',').map(Number))])
  .pipe(z.array(z.number()).max(mostEvents));
const shape = z.strictObject({
  events: keys.optional(),
  region: z.enum(regions).optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  compare: z
    .enum(['true', 'false'])
    .default('true')
    .transform((text) => text === 'true'),
});

/** The parameters of a query. */
export const figureParameters: readonly string[] = Object.keys(shape.shape);

/**
 * The events of the figures (some, those of a region, those held between two days), and whether to compare them with their last
 * editions.
 */
export type AskedFigures = z.infer<typeof shape>;

/** Reads the query from the URL. An unknown parameter is refused under its own name. */
export const askedFigures = (query: unknown): AskedFigures => {
  const parsed = shape.safeParse(query);
  if (!parsed.success)
    throw invalid(
      parsed.error.issues.flatMap((issue): readonly Problem[] =>
        issue.code === 'unrecognized_keys'
          ? issue.keys.map((path) => ({ path, code: 'UNKNOWN_FIELD' }))
          : [{ path: issue.path.join('.'), code: 'INVALID_VALUE' }],
      ),
    );
  const { from, to } = parsed.data;
  if (from !== undefined && to !== undefined && to < from) throw invalid([{ path: 'to', code: 'DAYS_OUT_OF_ORDER' }]);
  return parsed.data;
};
