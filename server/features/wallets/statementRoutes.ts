import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { homeZone } from '@/schema/homeZone';
import { joinName } from '@/schema';
import { partOf, textIn } from '@/schema/unknown';
import { wallet_movements } from '@/resources/wallet_movements/wallet_movements';
import { wallets } from '@/resources/wallets/wallets';
import { readOne } from '../../api/list/readOne';
import { askedSelection } from '../../api/list/Selection';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { callOf, keyOf } from '../../kernel/callOf';
import { columnsOf } from '../../kernel/columnsOf';
import { DomainError, invalid } from '../../kernel/DomainError';
import { select, selectOne } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';
import { inTransaction, type Transaction } from '../../kernel/transaction';
import { fileHeaders } from '../downloads/engine/fileHeaders';
import { drawStatement } from './drawStatement';
import type { Statement } from './Statement';

const m = columnsOf(wallet_movements);
/** Movements of one statement; for more the days are narrowed. */
const most = 1000;
const period = z.object({ since: z.iso.date(), until: z.iso.date() });
type Period = z.infer<typeof period>;

/** The days that are asked for; refuses what is no day on its name. */
const askedPeriod = (given: unknown): Period => {
  const judged = period.safeParse(given);
  if (!judged.success) throw invalid(judged.error.issues.map(({ path }) => ({ path: path.join('.'), code: 'INVALID_DATE' })));
  if (judged.data.until < judged.data.since) throw invalid([{ path: 'until', code: 'DAYS_OUT_OF_ORDER' }]);
  return judged.data;
};

/** The start of a day at home, as SQL. */
const dayAt = (day: string, more = 0): SQL => sql`((${day}::date + ${more}::int)::timestamp at time zone ${homeZone})`;
const balances = { available_cents: m.available_after_cents, frozen_cents: m.frozen_after_cents };
const none = { available_cents: 0, frozen_cents: 0 } as const;

/** Reads the movements of a wallet between two days, both included, and the balances around them. */
const readStatement = async (tx: Transaction, id: number, since: string, until: string): Promise<Statement> => {
  const wallet = await readOne(tx, wallets, id, askedSelection(wallets, ['web_userid', 'currency']));
  const within = sql`${m.walletid} = ${id} and ${m.created} >= ${dayAt(since)} and ${m.created} < ${dayAt(until, 1)}`;
  const lines = await select(
    tx,
    {
      at: m.created,
      type: m.type,
      available_change_cents: m.available_change_cents,
      frozen_change_cents: m.frozen_change_cents,
      available_after_cents: m.available_after_cents,
      frozen_after_cents: m.frozen_after_cents,
      expires_at: m.expires_at,
      reason: m.reason,
    },
    sql`from ${m} where ${within} order by ${m.movementid} limit ${sql.raw(String(most + 1))}`,
  );
  if (lines.length > most) throw new DomainError('DOWNLOAD_TOO_MANY_ROWS', { params: { rows: `${most}+`, most, format: 'PDF' } });
  const before = await selectOne(
    tx,
    balances,
    sql`from ${m} where ${m.walletid} = ${id} and ${m.created} < ${dayAt(since)} order by ${m.movementid} desc limit 1`,
  );
  const opening = before ?? none;
  const last = lines.at(-1);
  return {
    walletid: id,
    athlete: textIn(partOf(partOf(wallet, joinName('web_userid')), 'title')) ?? `#${String(wallet['web_userid'])}`,
    currency: String(wallet['currency']),
    since,
    until,
    opening,
    closing: last ? { available_cents: last.available_after_cents, frozen_cents: last.frozen_after_cents } : opening,
    lines,
  };
};

/** `GET /v2/user/wallets/:id/statement`: the movements between two days as PDF, for people who may read the wallet. */
export const statementRoutes = (scope: FastifyInstance, deps: ApiDeps): void => {
  scope.get(`/${wallets.name}/:id/statement`, { config: { givesFile: true, query: ['since', 'until'] } }, async (request, reply) => {
    const { since, until } = askedPeriod(request.query);
    const call = callOf(request);
    const statement = await inTransaction(deps, call, 'look', (tx) => readStatement(tx, keyOf(request), since, until));
    const name = `${deps.translate('wallets.statement.file', call.locale)}-${statement.walletid}-${since}-${until}.pdf`;
    return fileHeaders(reply, 'application/pdf', name).send(await drawStatement(statement, call.locale));
  });
};
