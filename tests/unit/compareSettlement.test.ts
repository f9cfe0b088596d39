import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  readSettlement,
  settlementCsv,
  settlementTypes,
  UnreadableSettlement,
  type SettlementLine,
} from '../../server/adapters/paymentGateway/settlementCsv';
import { compareSettlement, type OwnPayment } from '../../server/features/settlements/compare';

const at = '2027-03-01T18:00:00.000Z';
const cents = fc.integer({ min: 1, max: 5_000_000 });
const own = fc.record({
  type: fc.constantFrom(...settlementTypes),
  amount_cents: cents,
  fee_cents: fc.option(fc.integer({ min: 0, max: 20_000 })),
  isMoved: fc.boolean(),
  /** How its line differs, if it has one. */
  fate: fc.constantFrom('same', 'same', 'absent', 'other amount', 'other fee', 'twice', 'by key'),
  isElsewhere: fc.boolean(),
  isExpected: fc.boolean(),
});
const strange = fc.record({
  type: fc.constantFrom(...settlementTypes),
  amount_cents: cents,
  fee_cents: fc.integer({ min: -500, max: 500 }),
});

test('whatever is mixed, the differences are exactly what separates the net of the file from the net of the payments', () => {
  fc.assert(
    fc.property(fc.array(own, { maxLength: 20 }), fc.array(strange, { maxLength: 5 }), (owns, stranges) => {
      const known: OwnPayment[] = [],
        lines: SettlementLine[] = [];
      const expected: OwnPayment[] = [],
        elsewhere = new Set<string>();
      let netHere = 0;
      owns.forEach(({ fate, isElsewhere, isExpected, ...given }, n) => {
        const payment = { ...given, paymentid: n + 1, provider_ref: `p-${n}`, idempotency_key: `k-${n}`, currency: 'MXN' };
        known.push(payment);
        const fee = given.fee_cents ?? 77;
        const line = {
          type: given.type,
          id: `p-${n}`,
          key: null,
          amount_cents: given.amount_cents,
          fee_cents: fee,
          currency: 'MXN',
          happened_at: at,
        };
        if (fate === 'same') lines.push(line);
        if (fate === 'other amount') lines.push({ ...line, amount_cents: line.amount_cents + 1 });
        if (fate === 'other fee') lines.push({ ...line, fee_cents: fee + 3 });
        if (fate === 'twice') lines.push(line, line);
        if (fate === 'by key') lines.push({ ...line, id: `other-${n}`, key: `k-${n}` });
        if (isElsewhere) elsewhere.add(`${given.type}:p-${n}`).add(`${given.type}:other-${n}`);
        if (isExpected && given.isMoved) expected.push(payment);
        const isCounted = given.isMoved && !isElsewhere && (fate !== 'absent' || isExpected);
        const sign = given.type === 'charge' || given.type === 'chargeback_reversal' ? 1 : -1;
        const feeHere = given.fee_cents ?? (fate === 'absent' ? 0 : fate === 'other fee' ? fee + 3 : fee);
        if (isCounted) netHere += sign * given.amount_cents - feeHere;
      });
      for (const [n, line] of stranges.entries()) lines.push({ ...line, id: `s-${n}`, key: null, currency: 'MXN', happened_at: at });
      const compared = compareSettlement({ lines: readSettlement(settlementCsv(lines)), known, expected, elsewhere });
      const sum = (name: 'net_cents' | 'difference_cents') => compared.reduce((total, line) => total + line[name], 0);
      expect(sum('net_cents') - sum('difference_cents')).toBe(netHere);
      expect(sum('net_cents')).toBe(
        lines.reduce(
          (total, { type, amount_cents, fee_cents }) =>
            total + (/^(charge|chargeback_reversal)$/.test(type) ? amount_cents : -amount_cents) - fee_cents,
          0,
        ),
      );
      expect(new Set(compared.map(({ line_key }) => line_key)).size).toBe(compared.length);
      for (const line of compared) if (line.result === 'agreed') expect(line.difference_cents).toBe(0);
    }),
  );
});

test('a file that is none says what is wrong and in which line', () => {
  const header = 'type,id,amount,fee,currency,at';
  const fault = (text: string): unknown => {
    try {
      return readSettlement(text);
    } catch (error) {
      return error instanceof UnreadableSettlement ? [error.reason, error.line] : error;
    }
  };
  expect(fault(`${header}\n`)).toEqual([]);
  expect(fault('id,amount\na,1')).toEqual(['header', null]);
  expect(fault(`${header}\ncharge,a,10.00,0,MXN,${at}\ncharge,b,10.001,0,MXN,${at}`)).toEqual(['line', 3]);
  expect(fault(`${header}\nsale,a,10.00,0,MXN,${at}`)).toEqual(['line', 2]);
  expect(fault(`${header}\ncharge,a,-10.00,0,MXN,${at}`)).toEqual(['line', 2]);
  expect(fault(`${header}\ncharge,"a,10.00`)).toEqual(['line', null]);
  expect(fault(`${header}\ncharge,a,0.1,-0.07,MXN,${at}`)).toMatchObject([{ amount_cents: 10, fee_cents: -7, key: null }]);
});
