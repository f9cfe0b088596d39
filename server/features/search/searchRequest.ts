import { z } from 'zod';

/** Limits: queries of one request, answers of one query, and letters of a search. */
const mostQueries = 60,
  longestQuery = 200,
  longestMark = 40,
  mostNames = 60;
export const mostHits = 20;

const names = z.array(z.string().max(80)).max(mostNames);
const query = z.strictObject({
  indexName: z.string().min(1).max(80),
  type: z.literal('default').optional(),
  query: z.string().max(longestQuery).default(''),
  page: z.literal(0).optional(),
  hitsPerPage: z.int().min(1).max(mostHits).default(5),
  attributesToRetrieve: names.optional(),
  attributesToHighlight: names.optional(),
  highlightPreTag: z.string().min(1).max(longestMark).default('<em>'),
  highlightPostTag: z.string().min(1).max(longestMark).default('</em>'),
  analytics: z.boolean().optional(),
  clickAnalytics: z.boolean().optional(),
});
export type SearchQuery = z.infer<typeof query>;

/** The body of several queries; only the first page of each is answered. */
export const searchRequest = z.strictObject({ requests: z.array(query).min(1).max(mostQueries), strategy: z.literal('none').optional() });
