import { createHash } from 'node:crypto';
import { must } from '@/schema/must';
import { external_inscriptions } from '@/resources/external_inscriptions/external_inscriptions';

/** What says which sale it is, when it was, and by what partners settle it: the same sale may come with another of them. */
const notCompared: ReadonlySet<string> = new Set(['source', 'external_ref', 'sold_at', 'settlement_batch']);
const compared = [
  'eventid',
  ...must(external_inscriptions.imports, 'the imports of sales').writes.filter((name) => !notCompared.has(name)),
].sort();

/**
 * What a sale says, as one short text: the same report again is recognized by it, and one that says something else is refused. What is not
 * said is left out, so that a field that is added later changes no text that is stored.
 */
export const fingerprintOf = (sale: Readonly<Record<string, unknown>>): string => {
  const sold = sale['sold_at'];
  const when = typeof sold === 'string' || sold instanceof Date ? new Date(sold).toISOString() : null;
  const said = compared.flatMap((name) => (sale[name] === null || sale[name] === undefined ? [] : [[name, sale[name]]]));
  return createHash('sha256')
    .update(JSON.stringify([...said, when]))
    .digest('hex');
};
