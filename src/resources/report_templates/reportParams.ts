import { z } from 'zod';

const longestPath = 120,
  mostColumns = 200,
  mostSorts = 4,
  longestSearch = 200;
const path = z.string().min(1).max(longestPath);
/** What of a list a template keeps: which list, its columns, its filter and its order. */
export const reportParams = z.strictObject({
  list: z.string().regex(/^[a-z][a-z_]{0,59}$/),
  columns: z.array(path).min(1).max(mostColumns),
  filter: z.json().nullable().default(null),
  search: z.string().max(longestSearch).nullable().default(null),
  sort: z.array(path).max(mostSorts).nullable().default(null),
});
