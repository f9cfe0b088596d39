/** The kind of a constraint or index, at the end of its name. `nnd` is a uniqueness in which nulls are equal. */
export type ConstraintKind = 'fk' | 'uq' | 'nnd' | 'ix' | 'ref' | 'check' | 'rule' | 'excl';

const longest = 63,
  kept = 46,
  radix = 36,
  seed = 5381;
const digest = (text: string): string => {
  let hash = seed;
  for (const letter of text) hash = (Math.imul(hash, 33) ^ (letter.codePointAt(0) ?? 0)) >>> 0;
  return hash.toString(radix);
};

/** `coupons_code_uq`. In a name that is too long for PostgreSQL, a digest replaces the middle so that names stay distinct. */
export const constraintName = (table: string, parts: readonly string[], kind: ConstraintKind): string => {
  const whole = [table, ...parts, kind].join('_');
  return whole.length <= longest ? whole : `${whole.slice(0, kept)}_${digest(whole)}_${kind}`;
};
