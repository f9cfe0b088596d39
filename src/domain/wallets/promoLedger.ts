/** What the replay of a wallet needs of a movement; money in cents. */
export interface LedgerEntry {
  readonly movementid: number;
  readonly type: string;
  readonly amount_cents: number;
  readonly inscriptionid: number | null;
  readonly reference_movementid: number | null;
  readonly expires_at: string | null;
}
/** What is left of a promotional credit, besides what is held for a payment. */
export interface PromoLeft {
  readonly movementid: number;
  readonly expires_at: string;
  readonly left_cents: number;
}
interface Bucket {
  readonly movementid: number;
  /** Null for money that does not expire. */
  readonly expires_at: string | null;
  left: number;
}
interface Part {
  readonly bucket: Bucket;
  cents: number;
}

const spends: ReadonlySet<string> = new Set(['admin_debit', 'expire', 'merge_out', 'reversal', 'hold']);
const sooner = (one: Bucket, other: Bucket): number => (one.expires_at ?? '9999').localeCompare(other.expires_at ?? '9999');

/** Takes cents from parts in their order, or from the last one backwards. */
const takeParts = (parts: Part[], cents: number, isBackwards: boolean): readonly Part[] => {
  const taken: Part[] = [];
  for (let missing = cents; missing > 0;) {
    const part = parts.at(isBackwards ? -1 : 0);
    if (!part) break;
    const some = Math.min(part.cents, missing);
    taken.push({ bucket: part.bucket, cents: some });
    part.cents -= some;
    missing -= some;
    if (part.cents === 0) parts.splice(isBackwards ? parts.length - 1 : 0, 1);
  }
  return taken;
};

/**
 * Replays the movements of one wallet, oldest first, and knows what is left of each promotional credit.
 *
 * The credit that expires first is spent first, and money without an end last. What a payment holds does not expire while it is held;
 * released, it is what it was.
 */
export const createPromoLedger = () => {
  const plain: Bucket = { movementid: 0, expires_at: null, left: 0 };
  const promos: Bucket[] = [];
  const held = new Map<number | null, Part[]>();
  const heldFor = (inscriptionid: number | null): Part[] => {
    const parts = held.get(inscriptionid) ?? [];
    held.set(inscriptionid, parts);
    return parts;
  };
  const spend = (cents: number): readonly Part[] => {
    const taken: Part[] = [];
    let missing = cents;
    for (const bucket of [...promos.filter(({ left }) => left > 0).sort(sooner), plain]) {
      const some = Math.min(bucket.left, missing);
      if (some > 0) taken.push({ bucket, cents: some });
      bucket.left -= some;
      missing -= some;
    }
    return taken;
  };
  const apply = ({ type, amount_cents, movementid, expires_at, inscriptionid, reference_movementid }: LedgerEntry): void => {
    const named = type === 'expire' ? promos.find((bucket) => bucket.movementid === reference_movementid) : undefined;
    if (type === 'promo_credit' && expires_at !== null) promos.push({ movementid, expires_at, left: amount_cents });
    else if (named) named.left = Math.max(0, named.left - amount_cents);
    else if (type === 'release')
      for (const { bucket, cents } of takeParts(heldFor(inscriptionid), amount_cents, true)) bucket.left += cents;
    else if (type === 'capture') takeParts(heldFor(inscriptionid), amount_cents, false);
    else if (!spends.has(type)) plain.left += amount_cents;
    else {
      const parts = spend(amount_cents);
      if (type === 'hold') heldFor(inscriptionid).push(...parts);
    }
  };
  /** The credits of which something is left, those that expire first before the others. */
  const left = (): readonly PromoLeft[] =>
    promos
      .filter((bucket) => bucket.left > 0)
      .sort(sooner)
      .map(({ movementid, expires_at, left: left_cents }) => ({ movementid, expires_at: expires_at ?? '', left_cents }));
  return { apply, left };
};
