import { IDBFactory } from 'fake-indexeddb';
import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Direction } from '@/domain/registration/judgeScan';
import type { PreparedGrant, PreparedPerson, ScanAnswer } from '@/domain/registration/accessPoint';
import { answerOf } from '@/pages/access/answerOf';
import { outcomeOf, type PointApi, type Redeemed } from '@/pages/access/pointApi';
import { createPointCopy } from '@/pages/access/pointCopy';
import { createPointDesk } from '@/pages/access/pointDesk';
import { openDeviceVault } from '@/pages/scan/deviceVault';
import { createWaitingQueue } from '@/pages/scan/waitingQueue';
import { patience } from '../../support/limits';
import { preparedPerson } from './preparedPerson';
import 'fake-indexeddb/auto';

const of = { userid: 7, organizationid: 3, eventid: 1 };
const digest = (code: string): string => createHash('sha256').update(code).digest('base64').slice(0, 22);
const grant = (benefit_grantid: number, benefitid: number, more: Partial<PreparedGrant> = {}): PreparedGrant => ({
  benefit_grantid,
  benefitid,
  redeemed_at: null,
  voucher: null,
  ...more,
});
const person = (inscriptionid: number, name: string, more: Partial<PreparedPerson> = {}): PreparedPerson =>
  preparedPerson({ inscriptionid, folio: String(inscriptionid).padStart(8, 'Q'), number: inscriptionid, name, ...more });
const hour = 3_600_000;
const [past, soon] = [-hour, hour].map((ms) => new Date(Date.now() + ms).toISOString()) as [string, string];

let people: readonly PreparedPerson[], isOnline: boolean, sent: Redeemed[], returned: number[], isRefused: boolean, isOthers: boolean;
/** What the next scan that is sent waits for. */
let slow: Promise<void> | null;
const api = (): PointApi => ({
  watch: async () => ({
    name: 'Expo',
    endsAt: soon,
    status: 'active',
    rules: { mode: 'both', allow_reentry: true, distanceids: null, waveids: null, statuses: null, opens_at: null, closes_at: null },
    counts: { entries: 0, exits: 0, inside: 0, refused: 0 },
    last: [],
  }),
  prepare: async () => ({
    as_of: new Date().toISOString(),
    people,
    next: null,
    distances: [],
    waves: [],
    benefits: [
      { id: 1, name: { es: 'Gorra' }, kind: 'gift', starts_at: null, ends_at: null },
      { id: 2, name: { es: 'Cerveza' }, kind: 'gift', starts_at: soon, ends_at: null },
      { id: 3, name: { es: 'Masaje' }, kind: 'service', starts_at: null, ends_at: past },
    ],
  }),
  send: async (_, { code = '', direction, scanned_at, reason }) => {
    const waiting = slow;
    slow = null;
    await waiting;
    const answer: ScanAnswer = {
      scanid: 1,
      result: 'ok',
      cause: 'entered',
      since: null,
      direction,
      scanned_at,
      isForced: reason !== undefined,
      person: people[0] ?? null,
      elsewhere: null,
      benefits: [
        {
          benefit_grantid: 11,
          name: { es: 'Gorra' },
          kind: 'gift',
          state: 'granted',
          redeemed_at: null,
          isScanned: code.startsWith('GORRA'),
        },
      ],
    };
    return { is: 'answered', answer };
  },
  redeem: async (redeemed) => {
    sent.push(redeemed);
    return isRefused ? outcomeOf({ statusCode: 409, code: 'BENEFIT_REDEEMED', message: 'Este beneficio ya se canjeó.' }) : { is: 'done' };
  },
  takeBack: async ({ benefit_grantid }) => {
    returned.push(benefit_grantid);
    return isOthers ? outcomeOf({ statusCode: 409, code: 'BENEFIT_OTHERS', message: 'Lo canjeó otra persona.' }) : { is: 'done' };
  },
});
const open = async () => {
  const vault = await openDeviceVault();
  const queue = createWaitingQueue({ alone: (work) => work() });
  const copy = createPointCopy({
    vault: async () => vault,
    userid: 7,
    eventid: 1,
    name: 'point 3 9',
    api: api(),
    onChange: () => undefined,
  });
  copy.keepWatched(await api().watch());
  await copy.refresh();
  const desk = createPointDesk({ asenterid: 9, of, api: api(), copy, queue, nameOf: ({ es }) => es, isOnline: () => isOnline });
  await desk.start();
  const scan = async (code: string, direction: Direction = 'entry', reason?: string) => {
    await desk.scan({ code }, direction, reason);
    const { verdict, person: who, benefits = [], isConfirmed } = desk.store.get().shown ?? {};
    return {
      said: [verdict?.result, verdict?.cause, who?.name, isConfirmed],
      benefits: benefits.map(({ name, state, isScanned }) => [name.es, state, isScanned]),
    };
  };
  const answer = () => {
    const { shown } = desk.store.get();
    const said = shown && answerOf(shown);
    return [said?.word, said?.look.colour];
  };
  return { desk, queue, copy, scan, answer, state: desk.store.get };
};
beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  [isOnline, sent, returned, isRefused, isOthers, slow] = [false, [], [], false, false, null];
  people = [
    person(1, 'Ana Ruiz', { chip: 'CHIP-1', grants: [grant(11, 1, { voucher: digest('GORRA-22') }), grant(12, 2), grant(13, 3)] }),
    person(2, 'Beto Paz', { chip: 'CHIP-2', status: 'pending_payment', grants: [grant(21, 1, { voucher: digest('GORRA-33') })] }),
    person(3, 'Caro Luna', { chip: 'CHIP-3', grants: [grant(31, 9, { voucher: digest('OTRO-1') })] }),
    person(4, 'Dino Sol', { chip: 'CHIP-3', status: 'cancelled' }),
    person(5, 'Eva Mar', { chip: 'CHIP-5' }),
    person(6, 'Fito Río', { chip: 'CHIP-5' }),
  ];
});

describe('without a connection a door knows', () => {
  test('a chip, with the reason of its athlete', async () => {
    const { scan } = await open();
    for (const [code, ...said] of [
      ['CHIP-1', 'ok', 'entered', 'Ana Ruiz'],
      ['CHIP-1', 'already_in', 'inside', 'Ana Ruiz'],
      ['CHIP-2', 'not_paid', 'not_paid', 'Beto Paz'],
      ['CHIP-3', 'ok', 'entered', 'Caro Luna'], // the number of a registration that was cancelled went to another one
      ['CHIP-5', 'unknown', 'several', undefined],
      ['CHIP-9', 'unknown', 'not_found', undefined],
    ] as const)
      expect((await scan(code)).said).toEqual([...said, false]);
  });
  test('a voucher, in any letters, and what else its athlete gets', async () => {
    const { scan } = await open();
    expect(await scan('gorra-22')).toEqual({
      said: ['ok', 'entered', 'Ana Ruiz', false],
      benefits: [
        ['Gorra', 'redeemed', true],
        ['Cerveza', 'granted', false],
        ['Masaje', 'granted', false],
      ],
    });
    expect((await scan('CHIP-1')).benefits[2]).toEqual(['Gorra', 'redeemed', false]);
    expect(await scan('GORRA-33'), 'who may not pass redeems nothing').toEqual({
      said: ['not_paid', 'not_paid', 'Beto Paz', false],
      benefits: [['Gorra', 'granted', true]],
    });
    expect((await scan('GORRA-44')).said).toEqual(['unknown', 'not_found', undefined, false]);
  });
  test('the newest owner of a code, after the server said so', async () => {
    const { scan, copy } = await open();
    const [ana, beto, ...rest] = people;
    people = [{ ...ana!, chip: null, grants: [] }, { ...beto!, status: 'paid', chip: 'CHIP-1', grants: ana!.grants }, ...rest];
    await copy.refresh();
    expect((await scan('CHIP-1')).said).toEqual(['ok', 'entered', 'Beto Paz', false]);
    expect((await scan('GORRA-22')).said).toEqual(['already_in', 'inside', 'Beto Paz', false]);
    expect((await scan('GORRA-33')).said).toEqual(['unknown', 'not_found', undefined, false]);
  });
  test('both within 300 ms among 20,000 registrations', async () => {
    people = Array.from({ length: 20_000 }, (_, at) =>
      person(at + 1, `Nombre ${at}`, { chip: `CHIP-${at}`, grants: [grant(at + 1, 1, { voucher: digest(`VALE-${at}`) })] }),
    );
    const { scan } = await open();
    for (const [code, name] of [
      ['CHIP-19999', 'Nombre 19999'],
      ['VALE-12345', 'Nombre 12345'],
    ] as const) {
      const before = performance.now();
      expect((await scan(code)).said).toEqual(['ok', 'entered', name, false]);
      expect(performance.now() - before).toBeLessThan(300 * patience);
    }
  });
});

describe('a benefit without a connection', () => {
  test('is redeemed by the scan of its voucher with the hour of the device, once, and arrives when the connection is back', async () => {
    const { scan, desk, state, answer } = await open();
    await scan('GORRA-22');
    expect(state().shown?.benefits[0]).toMatchObject({ state: 'redeemed', redeemed_at: expect.any(String) });
    expect([answer(), state().waiting, sent]).toEqual([['scan.word.redeemed', 'go'], 2, []]);
    expect((await scan('GORRA-22')).benefits[0]).toEqual(['Gorra', 'redeemed', true]);
    expect([answer(), state().waiting]).toEqual([['scan.word.spent', 'wait'], 3]);
    isOnline = true;
    await desk.replay();
    await desk.replay();
    expect(sent).toEqual([{ benefit_grantid: 11, inscriptionid: 1, redeemed_at: expect.any(String) }]);
    expect([state().waiting, state().redeeming]).toEqual([0, []]);
    isOnline = false;
    expect((await scan('GORRA-22')).benefits[0]).toEqual(['Gorra', 'redeemed', true]);
  });
  test('is still known as redeemed after the page was closed', async () => {
    const before = await open();
    await before.scan('GORRA-22');
    before.queue.close();
    const after = await open();
    expect((await after.scan('CHIP-1')).benefits).toContainEqual(['Gorra', 'redeemed', false]);
  });
  test.each([
    ['too early', 12, 'BENEFIT_EARLY'],
    ['over', 13, 'BENEFIT_LATE'],
  ])('that is %s is not redeemed, and nothing is kept', async (_, id, reason) => {
    const { scan, desk, state } = await open();
    await scan('CHIP-1');
    await expect(desk.redeem(id, 'Otro')).rejects.toMatchObject({ code: reason });
    expect([state().waiting, state().shown?.benefits.find(({ benefit_grantid }) => benefit_grantid === id)?.state]).toEqual([1, 'granted']);
  });
  test('that somebody else redeemed meanwhile is set aside with its name, until it was read', async () => {
    const { scan, desk, state } = await open();
    await scan('GORRA-22');
    [isOnline, isRefused] = [true, true];
    await desk.replay();
    expect(state().refused).toMatchObject([
      { entry: { payload: { said: 'Gorra · Ana Ruiz' } }, refusal: { code: 'BENEFIT_REDEEMED', message: 'Este beneficio ya se canjeó.' } },
    ]);
    await desk.dismiss(state().refused[0]!.entry.client_uuid);
    expect(state().refused).toEqual([]);
  });
});

describe('with a connection', () => {
  beforeEach(() => void (isOnline = true));
  test('a voucher is redeemed by its scan, and a refusal is its own sentence and waits no longer', async () => {
    isRefused = true;
    const { scan, state, answer } = await open();
    expect((await scan('GORRA-22')).said).toEqual(['ok', 'entered', 'Ana Ruiz', true]);
    expect([state().waiting, state().shown?.benefits[0]?.state, state().shown?.unredeemed, answer()]).toEqual([
      0,
      'granted',
      { code: 'BENEFIT_REDEEMED', message: 'Este beneficio ya se canjeó.' },
      ['scan.word.unredeemed', 'stop'],
    ]);
    isRefused = false;
    await scan('GORRA-22');
    expect([state().waiting, state().shown?.benefits[0]?.state, sent.length, answer()]).toEqual([
      0,
      'redeemed',
      2,
      ['scan.word.redeemed', 'go'],
    ]);
  });
  test('a voucher is not redeemed on the way out, and not for who passes with a reason', async () => {
    const { scan, answer } = await open();
    await scan('GORRA-22', 'exit');
    expect([answer(), sent]).toEqual([['scan.word.left', 'out'], []]);
    await scan('GORRA-22', 'entry', 'Pagó en la mesa');
    expect([answer()[0], sent]).toEqual(['scan.word.ok', []]);
  });
  test('a voucher whose answer comes late is redeemed although somebody else was scanned since, and a refusal is set aside', async () => {
    const { scan, answer, desk, state } = await open();
    let arrive = (): void => undefined;
    slow = new Promise((resolve) => void (arrive = resolve));
    await scan('GORRA-22');
    expect([answer(), sent], 'not green before it is redeemed').toEqual([['scan.word.open', 'wait'], []]);
    await scan('CHIP-5');
    isRefused = true;
    arrive();
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    await vi.waitFor(() => expect(state().waiting).toBe(1));
    await desk.replay();
    expect(state().refused).toMatchObject([{ entry: { payload: { said: 'Gorra · Ana Ruiz' } }, refusal: { code: 'BENEFIT_REDEEMED' } }]);
  });
  test('who is scanned by another code keeps the voucher until somebody redeems it', async () => {
    const { scan, desk, state, answer } = await open();
    await scan('CHIP-1');
    expect([answer(), sent]).toEqual([['scan.word.ok', 'go'], []]);
    await desk.redeem(11, 'Gorra · Ana Ruiz');
    expect([state().shown?.benefits[0]?.state, sent.length]).toEqual(['redeemed', 1]);
  });
});

describe('a redemption by mistake', () => {
  test('is taken back, and the same voucher can be redeemed again', async () => {
    isOnline = true;
    const { scan, desk, state, answer } = await open();
    await scan('GORRA-22');
    await desk.takeBack(11);
    expect([returned, state().shown?.benefits[0]?.state, answer()]).toEqual([[11], 'granted', ['scan.word.ok', 'go']]);
    await scan('GORRA-22');
    expect([sent.length, answer()]).toEqual([2, ['scan.word.redeemed', 'go']]);
  });
  test('by somebody else, or at another door, is not taken back', async () => {
    [isOnline, isOthers] = [true, true];
    const { scan, desk, state } = await open();
    await scan('GORRA-22');
    await expect(desk.takeBack(11)).rejects.toMatchObject({ code: 'BENEFIT_OTHERS' });
    expect(state().shown?.benefits[0]?.state).toBe('redeemed');
  });
  test('that was not sent is never sent', async () => {
    const { scan, desk, state } = await open();
    await scan('GORRA-22');
    await desk.takeBack(11);
    expect([state().waiting, state().redeeming, state().shown?.benefits[0]?.state]).toEqual([1, [], 'granted']);
    isOnline = true;
    await desk.replay();
    expect(sent).toEqual([]);
  });
  test('that was sent stays without a connection, and says why', async () => {
    isOnline = true;
    const { scan, desk, state } = await open();
    await scan('GORRA-22');
    isOnline = false;
    await expect(desk.takeBack(11)).rejects.toMatchObject({ code: 'BENEFIT_SENT' });
    expect(state().shown?.benefits[0]?.state).toBe('redeemed');
  });
});
