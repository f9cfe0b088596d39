import { createHash } from 'node:crypto';

const compared = [
  'eventid',
  'distance_code',
  'first_name',
  'last_name',
  'second_last_name',
  'gender',
  'birth_date',
  'curp',
  'email',
  'phone',
  'tshirt_size',
  'amount_cents',
] as const;

/** What a sale says, as one short text: the same report again is recognized by it, and one that says something else is refused. */
export const fingerprintOf = (sale: Readonly<Record<string, unknown>>): string => {
  const sold = sale['sold_at'];
  const when = typeof sold === 'string' || sold instanceof Date ? new Date(sold).toISOString() : null;
  return createHash('sha256')
    .update(JSON.stringify([...compared.map((name) => sale[name] ?? null), when]))
    .digest('hex');
};
