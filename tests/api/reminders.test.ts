import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { affiliationReminders, remindOfAffiliations } from '../../server/features/fmtri/affiliationReminders';
import { sendAddedLetters, type LetterTemplate } from '../../server/features/letters/addedLetters';
import { promoReminders, remindOfPromos } from '../../server/features/wallets/promoReminders';
import { createTranslate } from '../../server/kernel/messages';
import { openScene, type Scene } from './registration/support';
import { add } from './support/world';

const dayMs = 86_400_000;
const translate = createTranslate('locales');
let scene: Scene,
  made = 0,
  athlete: number,
  email: string;
const sent: { readonly to: string; readonly subject: string; readonly text: string }[] = [];
const mail = {
  send: async (letter: (typeof sent)[number]) => {
    sent.push(letter);
    return { provider: 'outbox' as const, ref: 'x' };
  },
};
const deps = () => ({ pool: scene.pool, registry });
const mine = () => sent.filter(({ to }) => to === email).map(({ subject, text }) => `${subject} ${text}`);
const inDays = (days: number): Date => new Date(Date.now() + days * dayMs);
const states = async (kind: string) =>
  (await scene.pool.query('select round, state from reminder_letters where kind = $1 order by reminderid', [kind])).rows;

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());
beforeEach(async () => {
  sent.length = 0;
  await scene.pool.query('delete from reminder_letters');
  await scene.pool.query('update wallets set promo_expires_at = null');
  email = `aviso${(made += 1)}@atleta.test`;
  athlete = await add.athlete(scene.pool, `aviso${made}`, { first_name: 'Ana', locale: 'es' });
  await scene.pool.query('update web_users set email = $1 where web_userid = $2', [email, athlete]);
});

describe('the letter before a promotional credit ends', () => {
  let walletid: number;
  const remindAt = async (days: number) => {
    await remindOfPromos(deps(), inDays(days));
    await sendAddedLetters({ ...deps(), translate }, mail, [promoReminders]);
  };
  const act = (action: string, input: object) => scene.finance.post(`/v2/user/wallets/${walletid}/${action}`, { input });
  const give = async (amount_cents: number, days: number): Promise<void> => {
    const answer = await act('credit', { amount_cents, reason: 'Bienvenida', expires_at: inDays(days).toISOString() });
    expect(answer.status).toBe(200);
  };
  beforeEach(async () => {
    const { rows } = await scene.pool.query('insert into wallets (web_userid) values ($1) returning walletid', [athlete]);
    walletid = Number(rows[0].walletid);
  });

  test('leaves seven days before, once for each credit, with what is left of it', async () => {
    await give(5000, 20);
    await give(2000, 22);
    await act('debit', { amount_cents: 1500, reason: 'Ajuste' });
    await remindAt(12);
    expect(mine()).toEqual([]);
    await remindAt(14);
    await remindAt(14);
    expect(mine()).toEqual([expect.stringMatching(/^Tu saldo promocional vence pronto Hola, Ana:\n\nTe quedan MXN\s35\.00/)]);
    await remindAt(16);
    expect(mine()).toHaveLength(2);
    expect(mine()[1]).toMatch(/MXN\s20\.00/);
    await remindAt(30);
    expect(mine()).toHaveLength(2);
  });

  test('is in the language of the athlete', async () => {
    await scene.pool.query(`update web_users set locale = 'en' where web_userid = $1`, [athlete]);
    await give(5000, 5);
    await remindAt(0);
    expect(mine()).toEqual([expect.stringMatching(/^Your promotional balance ends soon Hello Ana,[^]*50\.00/)]);
  });

  test('is not sent when nothing is left, of a blocked wallet, nor for money without an end', async () => {
    await give(5000, 5);
    await act('debit', { amount_cents: 5000, reason: 'Ajuste' });
    await act('credit', { amount_cents: 900, reason: 'Compensación' });
    await remindAt(0);
    expect(mine()).toEqual([]);
    expect(await states('promo_credit')).toEqual([{ round: 'ends', state: 'outdated' }]);
    await give(700, 6);
    await act('block', { reason: 'Revisión' });
    await remindAt(0);
    expect(mine()).toEqual([]);
  });

  test('is not sent to an address that left the letters of the platform', async () => {
    await scene.pool.query(
      `insert into mail_blocks (organizationid, email, kind) select organizationid, $1, 'unsubscribed' from organizations where is_platform limit 1`,
      [email],
    );
    await give(5000, 5);
    await remindAt(0);
    expect(mine()).toEqual([]);
  });

  test('waits for a mail server that takes nothing, and leaves once then', async () => {
    await give(5000, 5);
    await remindOfPromos(deps());
    let runs = 0;
    const failing = { send: () => Promise.reject(new Error('no server')) };
    const { failed } = await sendAddedLetters({ ...deps(), translate }, failing, [promoReminders], () => (runs += 1) > 1);
    expect(failed).toHaveLength(1);
    await remindAt(0);
    await remindAt(0);
    expect(mine()).toHaveLength(1);
  });

  test('is tried once in a run when more wait than one batch and the mail server takes nothing', async () => {
    const batch = Array.from({ length: 10 }, (_, at) => ({ id: at + 1, to: email, locale: 'es' as const, says: {} }));
    const waiting = { name: 'stubborn', words: promoReminders.words, take: async () => batch, settle: async () => undefined };
    const failing = { send: () => Promise.reject(new Error('no server')) };
    let runs = 0;
    const { failed } = await sendAddedLetters({ ...deps(), translate }, failing, [waiting], () => (runs += 1) > 3);
    expect(failed).toHaveLength(batch.length);
  });
});

describe('a letter whose process ended while it was sent', () => {
  let walletid: number;
  const sweep = () => sendAddedLetters({ ...deps(), translate }, mail, [promoReminders]);
  const state = async (): Promise<readonly string[]> => (await states('promo_credit')).map((row) => row.state);
  /** A process that takes the letter and ends before it knows what the mail server did. */
  const die = async (): Promise<void> => {
    const takes: LetterTemplate = {
      ...promoReminders,
      settle: (tx, id, outcome) =>
        'sent' in outcome ? Promise.reject(new Error('the process ended')) : promoReminders.settle(tx, id, outcome),
    };
    await sendAddedLetters({ ...deps(), translate }, { send: mail.send }, [takes]).catch(() => undefined);
    sent.length = 0;
    if ((await state())[0] !== 'sending') throw new Error('the letter was not taken');
  };
  const anHourPasses = () => scene.pool.query(`update letters_under_way set taken_at = taken_at - interval '1 hour'`);
  beforeEach(async () => {
    await scene.pool.query('delete from letters_under_way');
    const { rows } = await scene.pool.query('insert into wallets (web_userid) values ($1) returning walletid', [athlete]);
    walletid = Number(rows[0].walletid);
    await scene.finance.post(`/v2/user/wallets/${walletid}/credit`, {
      input: { amount_cents: 900, reason: 'Bienvenida', expires_at: inDays(5).toISOString() },
    });
    await remindOfPromos(deps());
  });

  test('is left to that process for half an hour, and then sent by the next run, once', async () => {
    await die();
    await sweep();
    expect([mine(), await state()]).toEqual([[], ['sending']]);
    await anHourPasses();
    await sweep();
    await sweep();
    expect(mine()).toHaveLength(1);
    expect([await state(), (await scene.pool.query('select * from letters_under_way')).rows]).toEqual([['sent'], []]);
  });

  test('counts as refused when it is lost a second time', async () => {
    await die();
    await anHourPasses();
    await die();
    await anHourPasses();
    await sweep();
    expect([mine(), await state(), (await scene.pool.query('select * from letters_under_way')).rows]).toEqual([[], ['refused'], []]);
  });

  test('stays as it is when it was settled in another way meanwhile', async () => {
    await die();
    await scene.pool.query(`update reminder_letters set state = 'outdated'`);
    await anHourPasses();
    await sweep();
    expect([mine(), await state()]).toEqual([[], ['outdated']]);
  });
});

describe('the letters before an affiliation ends', () => {
  let affiliate: number;
  const remindAt = async (day: string) => {
    await remindOfAffiliations({ ...deps(), clock: () => new Date(`${day}T18:00:00Z`) });
    await sendAddedLetters({ ...deps(), translate }, mail, [affiliationReminders]);
  };
  const affiliate_to = async (ends_on: string, more: { validity?: string; status?: string; starts_on?: string } = {}): Promise<number> => {
    const { rows } = await scene.pool.query(
      `with t as (insert into fmtri_affiliation_types (name, slug, audience, validity, price_cents) values ('{"es": "Anual", "en": "Annual"}', $5, 'atleta', $4, 0) returning typeid)
       insert into fmtri_affiliations (affiliate_userid, typeid, audience, season, starts_on, ends_on, status, price_cents, number)
       select $1, typeid, 'atleta', extract(year from $6::date), $6::date, $2::date, $3, 0, $5 from t returning affiliationid`,
      [affiliate, ends_on, more.status ?? 'active', more.validity ?? 'months', `t-${made}-${ends_on}`, more.starts_on ?? '2041-01-01'],
    );
    return Number(rows[0].affiliationid);
  };
  beforeEach(async () => {
    await scene.pool.query('delete from fmtri_affiliations');
    const { rows } = await scene.pool.query(
      `insert into fmtri_affiliate_users (web_userid, fmtri_number, first_name, last_name, gender, birth_date, stateid) values ($1, $2, 'Eva', 'Luna', 'F', '1990-05-06', 9) returning affiliate_userid`,
      [athlete, `FM-${made}`],
    );
    affiliate = Number(rows[0].affiliate_userid);
  });

  test('leave thirty days and seven days before, once each', async () => {
    await affiliate_to('2041-12-31');
    await remindAt('2041-11-30');
    expect(mine()).toEqual([]);
    await remindAt('2041-12-01');
    await remindAt('2041-12-05');
    expect(mine()).toEqual([expect.stringMatching(/^Tu afiliación vence pronto Hola, Ana:[^]*Anual[^]*31\/12\/2041/)]);
    await remindAt('2041-12-24');
    await remindAt('2041-12-25');
    await remindAt('2042-01-01');
    expect(mine()).toHaveLength(2);
    expect(await states('affiliation')).toEqual([
      { round: '30', state: 'sent' },
      { round: '7', state: 'sent' },
    ]);
  });

  test('are one letter for who is found late, in their language', async () => {
    await scene.pool.query(`update web_users set locale = 'en' where web_userid = $1`, [athlete]);
    await affiliate_to('2041-12-31');
    await remindAt('2041-12-28');
    await remindAt('2041-12-29');
    expect(mine()).toEqual([expect.stringMatching(/^Your affiliation ends soon Hello Ana,[^]*Annual/)]);
  });

  test('do not leave for one day, for what is suspended, nor for who renewed', async () => {
    await affiliate_to('2041-12-31', { validity: 'one_day', starts_on: '2041-12-31' });
    await remindAt('2041-12-10');
    await scene.pool.query('delete from fmtri_affiliations');
    await affiliate_to('2041-12-30', { status: 'suspended' });
    await remindAt('2041-12-10');
    await scene.pool.query('delete from fmtri_affiliations');
    await affiliate_to('2041-12-29');
    await affiliate_to('2042-12-31', { starts_on: '2042-01-01' });
    await remindAt('2041-12-10');
    expect(mine()).toEqual([]);
    expect(await states('affiliation')).toEqual([]);
  });

  test('does not leave any more when it was cancelled after it was queued', async () => {
    const id = await affiliate_to('2041-12-31');
    await remindOfAffiliations({ ...deps(), clock: () => new Date('2041-12-10T18:00:00Z') });
    await scene.pool.query(`update fmtri_affiliations set status = 'cancelled' where affiliationid = $1`, [id]);
    await remindAt('2041-12-10');
    expect(mine()).toEqual([]);
    expect(await states('affiliation')).toEqual([{ round: '30', state: 'outdated' }]);
  });
});
