import { parse } from 'csv-parse/sync';
import { z } from 'zod';

export const settlementTypes = ['charge', 'refund', 'chargeback', 'chargeback_reversal'] as const;
export type SettlementType = (typeof settlementTypes)[number];

/** Money that the gateway moved. Amounts are integer cents and positive, whatever the direction; a negative fee is one that it gave back. */
export interface SettlementLine {
  readonly type: SettlementType;
  /** The charge, refund or dispute at the gateway. */
  readonly id: string;
  /** The key under which it was asked for, if the gateway repeats it. */
  readonly key: string | null;
  readonly amount_cents: number;
  readonly fee_cents: number;
  readonly currency: string;
  readonly happened_at: string;
}

/** Why a file was not read, and in which of its lines. */
export class UnreadableSettlement extends Error {
  override readonly name = 'UnreadableSettlement';
  constructor(
    readonly reason: 'header' | 'line' | 'too_long',
    readonly line: number | null = null,
  ) {
    super(line === null ? reason : `${reason} ${line}`);
  }
}

const columns = ['type', 'id', 'key', 'amount', 'fee', 'currency', 'at'] as const;
const needed = columns.filter((name) => name !== 'key');
const mostLines = 50_000,
  mostCents = 2_000_000_000;
const pesos = (cents: number): string => (cents / 100).toFixed(2);

/** Writes the file that `readSettlement` reads. */
export const settlementCsv = (lines: readonly SettlementLine[]): string =>
  [
    columns.join(','),
    ...lines.map(({ type, id, key, amount_cents, fee_cents, currency, happened_at }) =>
      [type, id, key ?? '', pesos(amount_cents), pesos(fee_cents), currency, new Date(happened_at).toISOString()].join(','),
    ),
    '',
  ].join('\r\n');

/** Cents of an amount such as 1250.50, without a detour through fractions. */
const money = z
  .string()
  .regex(/^-?\d{1,8}(\.\d{1,2})?$/)
  .transform((text) => {
    const [whole = '', part = ''] = text.replace('-', '').split('.');
    const cents = Number(whole) * 100 + Number(part.padEnd(2, '0'));
    return text.startsWith('-') && cents !== 0 ? -cents : cents;
  });
const lineShape = z.object({
  type: z.enum(settlementTypes),
  id: z.string().min(1).max(120),
  key: z.string().max(80).optional(),
  amount: money.pipe(z.int().min(1).max(mostCents)),
  fee: money.pipe(z.int().min(-mostCents).max(mostCents)),
  currency: z.string().regex(/^[A-Z]{3}$/),
  at: z.iso.datetime({ offset: true }),
});

/** The lines of a settlement file. Throws `UnreadableSettlement` for a file that is none; a file with its header alone is a day without movements. */
export const readSettlement = (text: string): readonly SettlementLine[] => {
  let rows: readonly (readonly string[])[];
  try {
    rows = parse(text, { bom: true, trim: true, skip_empty_lines: true, to: mostLines + 2, relax_column_count: true });
  } catch {
    throw new UnreadableSettlement('line');
  }
  const [header = [], ...body] = rows;
  if (needed.some((name) => !header.includes(name))) throw new UnreadableSettlement('header');
  if (body.length > mostLines) throw new UnreadableSettlement('too_long');
  return body.map((cells, position) => {
    const read = lineShape.safeParse(Object.fromEntries(header.map((name, at) => [name, cells[at] ?? ''])));
    if (!read.success) throw new UnreadableSettlement('line', position + 2);
    const { type, id, key = '', amount, fee, currency, at } = read.data;
    return { type, id, key: key === '' ? null : key, amount_cents: amount, fee_cents: fee, currency, happened_at: at };
  });
};
