import type { IncomingHttpHeaders } from 'node:http';

/** The bytes that are asked for, both counted. */
export interface Range {
  readonly from: number;
  readonly to: number;
}
/** The one range of a request that a file has; null is the whole file: without a range, with several, with one of another file (`if-range`), or one that is none. */
export const rangeOf = (
  headers: IncomingHttpHeaders,
  { bytes, sha256 }: { readonly bytes: number; readonly sha256: string },
): Range | null => {
  const { range, 'if-range': same } = headers;
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? [];
  if ((first === '' && last === '') || (same !== undefined && same !== `"${sha256}"`)) return null;
  const from = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const to = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  return from <= to ? { from, to } : null;
};
