import { external_inscriptions } from '@/resources/external_inscriptions/external_inscriptions';
import type { ExternalSettlement } from '@/resources/external_settlements/external_settlements';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { toCsv } from '@/words/csv';
import { fileURLToPath } from 'node:url';
import { columnsOf } from '../../kernel/columnsOf';
import { dayOf } from '../../kernel/dayOf';
import { createTranslate, type Translate } from '../../kernel/messages';
import { select, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

const x = columnsOf(external_inscriptions, 'x');
const i = columnsOf(inscriptions, 'i');
let words: Translate | null = null;
const columns = ['kind', 'external_ref', 'folio', 'distance_code', 'sold_at', 'amount_cents', 'commission_cents', 'net_cents'] as const;
const pesos = (cents: number): string => (cents / 100).toFixed(2);

/** A settlement line by line: each sale, each sale that is taken off with negative amounts, and the totals. */
export const statement = async (
  tx: Transaction,
  batch: ExternalSettlement,
): Promise<{ readonly file_name: string; readonly csv: string; readonly rows: number }> => {
  const { external_settlementid: id, source, period_from, period_to, gross_cents, deducted_cents, commission_cents, net_cents } = batch;
  const say = (words ??= createTranslate(fileURLToPath(new URL('../../../locales', import.meta.url))));
  const t = (name: string): string => say(`external_settlements.statement.${name}`, tx.locale);
  const found = await select(
    tx,
    {
      isDeduction: value<boolean>(sql`${x.external_settlementid} is distinct from ${id}`),
      external_ref: x.external_ref,
      folio: value<string | null>(sql`${i.folio}`),
      distance_code: x.distance_code,
      sold_on: value<string>(sql`${dayOf(sql`${x.sold_at}`)}::text`),
      amount_cents: x.amount_cents,
      commission_cents: value<number>(sql`coalesce(${x.commission_cents}, 0)`),
    },
    sql`from ${x} left join ${i} on ${i.inscriptionid} = ${x.inscriptionid} where (${x.external_settlementid} = ${id} or ${x.deduction_external_settlementid} = ${id}) and ${x.deleted_at} is null order by 1, ${x.sold_at}, ${x.external_inscriptionid}`,
  );
  const lines = found.map((row) => {
    const sign = row.isDeduction ? -1 : 1;
    const amounts = [row.amount_cents, row.commission_cents, row.amount_cents - row.commission_cents];
    return [
      t(row.isDeduction ? 'deduction' : 'sale'),
      row.external_ref,
      row.folio ?? '',
      row.distance_code ?? '',
      row.sold_on,
      ...amounts.map((cents) => pesos(sign * cents)),
    ];
  });
  const total = [t('total'), '', '', '', '', pesos(gross_cents - deducted_cents), pesos(commission_cents), pesos(net_cents ?? 0)];
  return {
    file_name: `${source}-${period_from}-${period_to}.csv`,
    csv: toCsv([columns.map(t), ...lines, total]),
    rows: lines.length,
  };
};
