import type { exonerations } from '@/resources/exonerations/exonerations';
import type { Columns, Expression } from '../../kernel/columnsOf';
import { sql, type SQL } from '../../kernel/sql';
import type { InferColumns } from '@/schema';

/** Whether a text is for a distance: its own one, one that names it, or one of the whole event. `own` is the text that the distance names. */
export const coversDistance = (
  x: Columns<InferColumns<typeof exonerations>>,
  distanceid: SQL | Expression<number> | number,
  own: Expression<number | null>,
): SQL => sql`(${x.exonerationid} = ${own} or cardinality(coalesce(${x.distanceids}, '{}')) = 0 or ${distanceid} = any(${x.distanceids}))`;
