import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { actionLimits } from '@/schema/actionLimits';
import { openDatabase } from '../../server/database/openDatabase';
import { benchDatabase } from './database';
import { benchFolder } from './embeddedFolder';
import { figure, tell, type Figure } from './report';
import { startApi, startEmbeddedApi, type Api } from './servers';

const rows = actionLimits.rehearsal;
const mostMs = 2000,
  mostHeldMs = 1000,
  lookMs = 25;

interface Case {
  readonly name: string;
  readonly action: string;
  readonly input: object;
}
const keyOf = async (pool: pg.Pool, text: string): Promise<number> =>
  Number(Object.values((await pool.query<Record<string, number>>(text)).rows[0] ?? {})[0]);
/** What is rehearsed over every registration that there is, in the event that has most of them where a distance or a coupon is asked for. */
const casesIn = async (pool: pg.Pool): Promise<readonly Case[]> => {
  const eventid = await keyOf(pool, 'select eventid from inscriptions where deleted_at is null group by 1 order by count(*) desc limit 1');
  const distanceid = await keyOf(
    pool,
    `select distanceid from distances where eventid = ${eventid} and deleted_at is null order by 1 limit 1`,
  );
  const couponid = await keyOf(
    pool,
    `select couponid from coupons where deleted_at is null and status = 'active' order by eventid = ${eventid} desc nulls last, 1 limit 1`,
  );
  const waveid = await keyOf(pool, `select waveid from waves where deleted_at is null order by eventid = ${eventid} desc, 1 limit 1`);
  const reason = 'Medida';
  return [
    { name: 'assign_number', action: 'assign_number', input: { order: 'last_name' } },
    { name: 'remove_number', action: 'remove_number', input: { reason } },
    { name: 'update_race', action: 'update_race', input: { distanceid, method: 'cash', reason } },
    { name: 'update_tshirt', action: 'update_tshirt', input: { tshirt_size: 'M' } },
    { name: 'update_wave', action: 'update_wave', input: { waveid } },
    { name: 'apply_coupon', action: 'apply_coupon', input: { couponid } },
    { name: 'request_payment, part of it from the wallet', action: 'request_payment', input: { method: 'card', wallet_cents: 5000 } },
    { name: 'pay', action: 'pay', input: { method: 'cash' } },
    { name: 'cancel', action: 'cancel', input: { cancel_reason: 'admin' } },
    { name: 'wallet_refund', action: 'wallet_refund', input: { reason } },
    { name: 'reactivate', action: 'reactivate', input: { reason } },
    { name: 'update_comment', action: 'update_comment', input: { comment: 'Medida' } },
  ];
};

/** How long others wait for one small answer at most while something goes on. */
export const heldDuring = async (look: () => Promise<unknown>, work: Promise<unknown>): Promise<number> => {
  const over = new AbortController();
  const end = work.finally(() => over.abort());
  let longest = 0;
  while (!over.signal.aborted) {
    const began = performance.now();
    await look();
    longest = Math.max(longest, performance.now() - began);
    await sleep(lookMs);
  }
  await end;
  return longest;
};

const measureOn = async (engine: string, { api, session }: Api, cases: readonly Case[]): Promise<readonly Figure[]> => {
  const figures: Figure[] = [];
  const headers = async () => ({ authorization: await session.bearer(), 'content-type': 'application/json' });
  const look = async (): Promise<unknown> => (await fetch(`${api}/v2/event/events?perpage=1`, { headers: await headers() })).text();
  const rehearse = async ({ action, input }: Case) => {
    const began = performance.now();
    const response = await fetch(`${api}/v2/inscription/inscriptions/actions/${action}`, {
      method: 'POST',
      headers: await headers(),
      body: JSON.stringify({ filter: null, input, dry_run: true }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${action} answered ${response.status}: ${text.slice(0, 500)}`);
    const { total, tried, ok } = JSON.parse(text) as { readonly total: number; readonly tried: number; readonly ok: number };
    return { ms: performance.now() - began, bytes: text.length, total, tried, ok };
  };
  await look();
  for (const each of cases) {
    const asked = rehearse(each);
    const held = await heldDuring(look, asked);
    const { ms, bytes, total, tried, ok } = await asked;
    tell(
      `rehearsals: ${engine}, ${each.name}: ${Math.round(ms)} ms, others waited ${Math.round(held)} ms; ${ok} of ${total}, ${tried} tried, ${bytes} bytes`,
    );
    figures.push(figure(`${each.name} rehearsed over ${total} rows, ${engine}`, ms, 'ms', `<= ${mostMs}`));
    figures.push(figure(`${each.name}, longest wait of others, ${engine}`, held, 'ms', `<= ${mostHeldMs}`));
  }
  return figures;
};

/** How long bulk actions are rehearsed over as many registrations as a rehearsal takes, on either engine, and how long others wait meanwhile. Nothing is changed. */
export const measureRehearsals = async (): Promise<readonly Figure[]> => {
  const databaseUrl = await benchDatabase(rows, false);
  const { pool, close } = await openDatabase({ databaseUrl, poolSize: 1 });
  const cases = await casesIn(pool).finally(close);
  const measure = async (engine: string, started: Promise<Api>): Promise<readonly Figure[]> => {
    const api = await started;
    return measureOn(engine, api, cases).finally(api.stop);
  };
  return [...(await measure('PostgreSQL', startApi(databaseUrl))), ...(await measure('embedded', startEmbeddedApi(await benchFolder())))];
};
