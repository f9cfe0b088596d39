import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { gateway_cards, gateway_charges } from '../../database/gatewayTables';
import { columnsOf } from '../../kernel/columnsOf';
import { runnerOf } from '../../kernel/runnerOf';
import { execute, selectOne, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import { localFeeOf } from './localGateway';
import type { Collected, StoredCards } from './StoredCards';

/** A card that can be tried at the local gateway, by its last four digits: what happens to the charges of it. */
export const testCards = {
  '4242': { brand: 'visa', declines: 0, code: null },
  '4444': { brand: 'mastercard', declines: 2, code: 'insufficient_funds' },
  '0341': { brand: 'visa', declines: Infinity, code: 'insufficient_funds' },
  '0069': { brand: 'mastercard', declines: Infinity, code: 'expired_card' },
} as const;
/** The last four digits of one of the cards. */
export type TestCard = keyof typeof testCards;
/** The address of the page where one of them is chosen; the id is that of the page. */
export const cardPath = '/api/local/cards';

const c = columnsOf(gateway_charges);
const k = columnsOf(gateway_cards);
const isTestCard = (last4: string | null): last4 is TestCard => last4 !== null && last4 in testCards;
const answerOf = ({ chargeid, decline_code }: { readonly chargeid: number; readonly decline_code: string | null }): Collected => ({
  provider_ref: `local-${chargeid}`,
  state: decline_code === null ? 'paid' : 'declined',
  decline_code,
});
const kept = { chargeid: c.chargeid, decline_code: c.decline_code };

/** Stores cards that are no cards, and asks nobody for money: each test card says what happens to its charges. */
export const localCards = (pool: pg.Pool, origin: string): StoredCards => {
  const runner = runnerOf(pool);
  const lookUp: StoredCards['lookUp'] = async (key) => {
    const found = await selectOne(runner, kept, sql`from ${c} where ${c.charge_key} = ${key}`);
    return found ? answerOf(found) : null;
  };
  return {
    askCard: async ({ key, locale }) => {
      const session = randomBytes(18).toString('base64url');
      const page = await selectOne(
        runner,
        { session: k.session },
        (list) => sql`insert into ${k} (${k.card_key}, ${k.session}) values (${key}, ${session})
          on conflict (${k.card_key}) do update set ${k.card_key} = excluded.${k.card_key} returning ${list}`,
      );
      if (!page) throw new Error('the page was not kept');
      return { session: page.session, url: `${origin}${cardPath}/${page.session}?lng=${locale}` };
    },
    lookUp,
    collect: async ({ key, card, amount_cents, currency }) => {
      const found = await selectOne(
        runner,
        { last4: k.last4, before: value<number>(sql`(select count(*)::int from ${c} where ${c.card} = ${card})`) },
        sql`from ${k} where ${k.session} = ${card}`,
      );
      const behaviour = found && isTestCard(found.last4) ? testCards[found.last4] : null;
      const decline = behaviour ? (found && found.before < behaviour.declines ? behaviour.code : null) : 'card_unknown';
      await execute(
        runner,
        sql`insert into ${c} (${c.charge_key}, ${c.amount_cents}, ${c.currency}, ${c.method}, ${c.reference}, ${c.card}, ${c.decline_code}, ${c.captured_at}, ${c.fee_cents})
          values (${key}, ${amount_cents}, ${currency}, 'card', ${`LOCAL-${key}`}, ${card}, ${decline}, ${sql.raw(decline === null ? 'now()' : 'null')}, ${decline === null ? localFeeOf(amount_cents) : null}) on conflict (${c.charge_key}) do nothing`,
      );
      const made = await lookUp(key);
      if (!made) throw new Error('the charge was not kept');
      return made;
    },
  };
};

/** The card chosen on a page of the local gateway; answers whether the page exists. */
export const storeTestCard = async (pool: pg.Pool, session: string, last4: TestCard): Promise<boolean> => {
  const runner = runnerOf(pool);
  return (
    (await selectOne(
      runner,
      { cardid: k.cardid },
      (list) => sql`update ${k} set ${k.last4} = ${last4} where ${k.session} = ${session} returning ${list}`,
    )) !== undefined
  );
};
