import { z } from 'zod';
import { printSheets, reportFormats } from '@/domain/lists';

/** The kinds of files that a download comes as. */
export type DownloadFormat = (typeof reportFormats)[number];

const longestPath = 120,
  mostColumns = 200,
  mostSorts = 4,
  longestSearch = 200,
  longestLabel = 300;
const path = z.string().min(1).max(longestPath);
/** What of a list is downloaded: its columns, which may be paths over links, its filter and its order. */
export const askedShape = z.strictObject({
  columns: z.array(path).min(1).max(mostColumns),
  filter: z.unknown().default(null),
  search: z.string().max(longestSearch).nullable().default(null),
  sort: z.array(path).max(mostSorts).nullable().default(null),
  /** Words at the head of columns whose fields do not say what they hold, such as the answers to one question. */
  labels: z.record(path, z.string().max(longestLabel)).default({}),
  /** What the rows are packed with into a ZIP file: signed waivers, certificates, or everything that is kept about an athlete. */
  archive: z.enum(['waivers', 'certificates', 'personal']).optional(),
  /** How its rows are set on paper, where that is no table: the kits of an event. */
  print: z.strictObject({ what: z.enum(['packing_list', 'labels']), sheet: z.enum(printSheets), eventid: z.int() }).optional(),
});
export type Asked = z.infer<typeof askedShape>;
/** The same, as a request says it. */
export const askedBody = askedShape
  .omit({ print: true })
  .extend({ format: z.enum(reportFormats), archive: z.literal('certificates').optional() });
