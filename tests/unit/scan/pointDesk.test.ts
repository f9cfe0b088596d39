import { IDBFactory } from 'fake-indexeddb';
import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { PreparedPerson, ScanAnswer, WatchedPoint } from '@/domain/registration/accessPoint';
import { judgeScan, type Pass, type PointRules } from '@/domain/registration/judgeScan';
import { outcomeOf, type Outcome, type PointApi, type ScanInput } from '@/pages/access/pointApi';
import { createPointCopy } from '@/pages/access/pointCopy';
import { createPointDesk } from '@/pages/access/pointDesk';
import { createDevicePass } from '@/pages/scan/devicePass';
import { forgetCopies } from '@/pages/scan/forgetCopies';
import { openDeviceVault } from '@/pages/scan/deviceVault';
import { createWaitingQueue } from '@/pages/scan/waitingQueue';
import { preparedPerson } from './preparedPerson';
import 'fake-indexeddb/auto';

const of = { userid: 7, organizationid: 3, eventid: 1 };
const rules: PointRules = {
  mode: 'both',
  allow_reentry: true,
  distanceids: null,
  waveids: null,
  statuses: null,
  opens_at: null,
  closes_at: null,
};
const token = 'Xx0-_9Zz1234567890ABcd';
const person = (inscriptionid: number, name: string, more: Partial<PreparedPerson> = {}): PreparedPerson =>
  preparedPerson({ inscriptionid, folio: `${'ABCDEFGH'[inscriptionid]}`.repeat(8), number: 100 + inscriptionid, name, ...more });
const people = (): readonly PreparedPerson[] => [
  person(1, 'Ana Ruiz', { token: createHash('sha256').update(token).digest('base64').slice(0, 22) }),
  person(2, 'José Ñáñez', { status: 'pending_payment' }),
  person(3, 'Ana Sofía Paz'),
];

/** A server with the same rules, which remembers every scan by its uuid. */
const fakeServer = () => {
  const done = new Map<string, ScanAnswer>(),
    passes = new Map<number, Pass[]>(),
    arrivals: ScanInput[] = [];
  const server = { status: 'active', isAway: false, isSlow: null as Promise<unknown> | null, done, arrivals, passes, prepared: 0 };
  const answer = (input: ScanInput): ScanAnswer => {
    const known = done.get(input.client_uuid);
    if (known) return known;
    const found = people().find(({ folio, inscriptionid }) => folio === input.code || inscriptionid === input.inscriptionid);
    const facts = found ? { ...found, passes: passes.get(found.inscriptionid) ?? [] } : ('not_found' as const);
    const verdict = judgeScan(rules, facts, input.direction, input.scanned_at);
    const result = input.reason ? ('ok' as const) : verdict.result;
    if (found && result === 'ok')
      passes.set(found.inscriptionid, [...(passes.get(found.inscriptionid) ?? []), { direction: input.direction, at: input.scanned_at }]);
    const { direction, scanned_at } = input;
    const given = {
      ...verdict,
      result,
      scanid: done.size + 1,
      direction,
      scanned_at,
      isForced: Boolean(input.reason),
      elsewhere: null,
      benefits: [],
    };
    done.set(input.client_uuid, { ...given, person: found ?? null });
    return { ...given, person: found ?? null };
  };
  const watched = (): WatchedPoint => ({
    name: 'Salida',
    endsAt: '2027-01-01T20:00:00.000Z',
    status: server.status,
    rules,
    counts: { entries: 0, exits: 0, inside: 0, refused: 0 },
    last: [],
  });
  const api: PointApi = {
    watch: async () => watched(),
    prepare: async ({ after = 0 }) => {
      server.prepared += 1;
      const all = people().filter(({ inscriptionid }) => inscriptionid > after);
      return {
        as_of: new Date().toISOString(),
        people: all.slice(0, 2).map((each) => ({ ...each, passes: passes.get(each.inscriptionid) ?? [] })),
        next: all.length > 2 ? (all[1]?.inscriptionid ?? null) : null,
        distances: [{ id: 10, name: '10K' }],
        waves: [],
        benefits: [],
      };
    },
    send: async (_, input): Promise<Outcome> => {
      await server.isSlow;
      if (server.isAway) return { is: 'later' };
      arrivals.push(input);
      if (server.status === 'closed') return { is: 'refused', refusal: { code: 'ACCESS_CLOSED', message: 'El acceso está cerrado.' } };
      return { is: 'answered', answer: answer(input) };
    },
    redeem: async () => ({ is: 'done' }),
    takeBack: async () => ({ is: 'done' }),
  };
  return { ...server, api, get: server };
};

let server: ReturnType<typeof fakeServer>, isOnline: boolean;
const open = async (isPrepared = true, userid = of.userid, isStarted = true) => {
  const vault = await openDeviceVault();
  const queue = createWaitingQueue({ alone: (work) => work() });
  const copy = createPointCopy({
    vault: async () => vault,
    userid,
    eventid: 1,
    name: 'point 3 9',
    api: server.api,
    onChange: () => undefined,
  });
  if (isPrepared && isOnline) {
    copy.keepWatched(await server.api.watch());
    await copy.refresh();
  }
  const desk = createPointDesk({
    asenterid: 9,
    of,
    api: server.api,
    copy,
    queue,
    nameOf: ({ es }) => es,
    isOnline: () => isOnline,
    pause: () => new Promise((resolve) => void setTimeout(() => resolve(undefined), 20)),
  });
  if (isStarted) await desk.start();
  return { desk, copy, queue, state: desk.store.get };
};
const shown = ({ state }: Pick<Awaited<ReturnType<typeof open>>, 'state'>) => {
  const now = state().shown;
  return [now?.verdict?.result ?? null, now?.person?.name ?? null, now?.isConfirmed];
};
/** A pass whose PIN was entered: the copies of an event are kept. */
const prepareDevice = (): Promise<void> =>
  createDevicePass({ rounds: 1000 }).make('402817', { userid: 7, eventid: 1, expires: Date.now() + 3_600_000 }, {});
beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  server = fakeServer();
  isOnline = true;
});

describe('a scan with a connection', () => {
  test('shows the answer of the server, and nothing waits', async () => {
    const at = await open();
    await at.desk.scan({ code: 'BBBBBBBB' }, 'entry');
    expect(shown(at)).toEqual(['ok', 'Ana Ruiz', true]);
    expect([at.state().waiting, server.arrivals.length]).toEqual([0, 1]);
    await at.desk.scan({ inscriptionid: 1 }, 'entry');
    expect(shown(at)).toEqual(['already_in', 'Ana Ruiz', true]);
  });
  test('does not wait for a slow server: the device answers, and the answer of the server replaces it', async () => {
    const at = await open();
    let hurry: (value?: unknown) => void = () => undefined;
    server.get.isSlow = new Promise((resolve) => {
      hurry = resolve;
    });
    server.passes.set(1, [{ direction: 'entry', at: '2026-01-01T12:00:00.000Z' }]);
    await at.desk.scan({ code: 'BBBBBBBB' }, 'entry');
    expect(shown(at)).toEqual(['ok', 'Ana Ruiz', false]);
    hurry();
    await vi.waitFor(() => expect(shown(at)).toEqual(['already_in', 'Ana Ruiz', true]));
    await vi.waitFor(() => expect(at.state().waiting).toBe(0));
  });
  test('that is answered after the next one is noted when the answers differ', async () => {
    const at = await open();
    let hurry: (value?: unknown) => void = () => undefined;
    server.get.isSlow = new Promise((resolve) => {
      hurry = resolve;
    });
    server.passes.set(1, [{ direction: 'entry', at: '2026-01-01T12:00:00.000Z' }]);
    await at.desk.scan({ code: 'BBBBBBBB' }, 'entry');
    server.get.isSlow = null;
    await at.desk.scan({ code: 'DDDDDDDD' }, 'entry');
    hurry();
    await vi.waitFor(() =>
      expect(at.state().differing.map(({ shown: was, answer }) => [was, answer.result])).toEqual([['ok', 'already_in']]),
    );
    expect(shown(at)).toEqual(['ok', 'Ana Sofía Paz', true]);
  });
  test('is refused by a closed point with its sentence, and does not wait', async () => {
    const at = await open();
    server.get.status = 'closed';
    await at.desk.scan({ code: 'BBBBBBBB' }, 'entry');
    expect([at.state().shown?.refusal, at.state().waiting, at.state().refused]).toEqual(['El acceso está cerrado.', 0, []]);
  });
});

describe('a scan without a connection', () => {
  test('is judged by the device with the same rules, by proof, folio, number and name', async () => {
    const at = await open();
    isOnline = false;
    for (const [code, result] of [
      [token, 'ok'],
      [token, 'already_in'],
      ['102', 'not_paid'],
      ['DDDDDDDD', 'ok'],
      ['KKKKKKKK', 'unknown'],
    ] as const) {
      await at.desk.scan({ code }, 'entry');
      expect([code, ...shown(at)]).toEqual([code, result, expect.toSatisfy((name) => name === null || typeof name === 'string'), false]);
    }
    await at.desk.scan({ code: token }, 'exit');
    await at.desk.scan({ code: token }, 'entry');
    expect(shown(at)).toEqual(['ok', 'Ana Ruiz', false]);
    expect(at.copy.search('ana').map(({ name }) => name)).toEqual(['Ana Ruiz', 'Ana Sofía Paz']);
    expect(at.copy.search('nanez jo').map(({ name }) => name)).toEqual(['José Ñáñez']);
    expect(at.state().waiting).toBe(7);
  });
  test('is sent in order when the connection is back, each once', async () => {
    const at = await open();
    isOnline = false;
    for (const code of ['BBBBBBBB', 'DDDDDDDD', 'BBBBBBBB']) await at.desk.scan({ code }, 'entry');
    expect(server.arrivals).toEqual([]);
    isOnline = true;
    await at.desk.replay();
    await at.desk.replay();
    expect(server.arrivals.map(({ code }) => code)).toEqual(['BBBBBBBB', 'DDDDDDDD', 'BBBBBBBB']);
    expect([at.state().waiting, at.state().differing, server.done.size]).toEqual([0, [], 3]);
  });
  test('that the server judges otherwise is shown to be looked at', async () => {
    const at = await open();
    isOnline = false;
    await at.desk.scan({ code: 'BBBBBBBB' }, 'entry');
    server.passes.set(1, [{ direction: 'entry', at: '2026-01-01T12:00:00.000Z' }]); // at another door meanwhile
    isOnline = true;
    await at.desk.replay();
    expect(at.state().differing).toMatchObject([{ shown: 'ok', answer: { result: 'already_in', person: { name: 'Ana Ruiz' } } }]);
  });
  test('survives a reload, which knows who passed and judges on', async () => {
    await prepareDevice();
    const before = await open();
    isOnline = false;
    await before.desk.scan({ code: 'BBBBBBBB' }, 'entry');
    before.queue.close();
    const after = await open();
    expect(after.state().unsent).toMatchObject([{ inscriptionid: 1, result: 'ok', direction: 'entry' }]);
    await after.desk.scan({ code: 'BBBBBBBB' }, 'entry');
    expect(shown(after)).toEqual(['already_in', 'Ana Ruiz', false]);
  });
  test('waits for the list that the device is still reading, and for what it let through before', async () => {
    await prepareDevice();
    const before = await open();
    isOnline = false;
    await before.desk.scan({ code: 'DDDDDDDD' }, 'entry');
    before.queue.close();
    const after = await open(true, of.userid, false);
    void after.desk.start();
    await after.desk.scan({ code: 'BBBBBBBB' }, 'entry');
    expect(shown(after)).toEqual(['ok', 'Ana Ruiz', false]);
    await after.desk.scan({ code: 'DDDDDDDD' }, 'entry');
    expect(shown(after)).toEqual(['already_in', 'Ana Sofía Paz', false]);
  });
  test('on a device that fetched nothing is kept, and says that nobody judged it', async () => {
    isOnline = false;
    const at = await open(false);
    await at.desk.scan({ code: 'CCCCCCCC' }, 'entry');
    expect([...shown(at), at.state().waiting]).toEqual([null, null, false, 1]);
    isOnline = true;
    await at.desk.replay();
    expect(at.state().differing).toMatchObject([{ shown: null, answer: { result: 'not_paid' } }]);
  });
  test('of somebody who is let through takes the reason along', async () => {
    const at = await open();
    isOnline = false;
    await at.desk.scan({ inscriptionid: 2 }, 'entry', 'Pagó en la mesa');
    expect([...shown(at), at.state().shown?.isForced]).toEqual(['ok', 'José Ñáñez', false, true]);
    isOnline = true;
    await at.desk.replay();
    expect(server.arrivals).toMatchObject([{ inscriptionid: 2, reason: 'Pagó en la mesa' }]);
    expect(at.state().differing).toEqual([]);
  });
  test('at a point that was closed before is not kept', async () => {
    server.get.status = 'closed';
    const at = await open();
    isOnline = false;
    await at.desk.scan({ code: 'BBBBBBBB' }, 'entry');
    expect([at.state().shown?.refusal, at.state().waiting]).toEqual(['ACCESS_CLOSED', 0]);
  });
  test('that is refused for good is set aside with the reason, until somebody has read it', async () => {
    const at = await open();
    isOnline = false;
    await at.desk.scan({ code: 'BBBBBBBB' }, 'entry');
    isOnline = true;
    server.get.status = 'closed';
    await at.desk.replay();
    expect(at.state().refused).toMatchObject([{ refusal: { code: 'ACCESS_CLOSED', message: 'El acceso está cerrado.' } }]);
    await at.desk.dismiss(at.state().refused[0]!.entry.client_uuid);
    expect(at.state().refused).toEqual([]);
  });
});

test('the registrations leave the device with the person, and what was not sent stays', async () => {
  await prepareDevice();
  const at = await open();
  isOnline = false;
  await at.desk.scan({ code: 'BBBBBBBB' }, 'entry');
  await forgetCopies();
  expect([await (await openDeviceVault()).database.count('copies'), (await at.queue.waiting(of)).length]).toEqual([0, 1]);
});
test('the registrations that another person fetched on this device are removed and never shown', async () => {
  await prepareDevice();
  await open();
  const other = await open(false, 8);
  expect([await (await openDeviceVault()).database.getAllKeys('copies'), other.copy.state().size]).toEqual([[], 0]);
});
test('the registrations on the device cannot be read without its key', async () => {
  await prepareDevice();
  await open();
  const { database } = await openDeviceVault();
  const sealed = (await database.get('copies', '7 point 3 9'))!;
  expect(new TextDecoder('latin1').decode(sealed.data)).not.toContain('Ruiz');
});

test.each([
  [{ statusCode: 0 }, 'later'],
  [{ statusCode: 401, code: 'UNAUTHENTICATED' }, 'later'],
  [{ statusCode: 429, code: 'TOO_MANY_REQUESTS' }, 'later'],
  [{ statusCode: 503, code: 'UNAVAILABLE' }, 'later'],
  [{ statusCode: 409, code: 'CROWDED' }, 'later'],
  [new DOMException('late', 'TimeoutError'), 'later'],
  [{ statusCode: 409, code: 'ACCESS_CLOSED', message: 'cerrado' }, 'refused'],
  [{ statusCode: 400, code: 'INVALID', message: 'mal' }, 'refused'],
  [{ statusCode: 403, code: 'FORBIDDEN', message: 'no' }, 'refused'],
  [{ statusCode: 404, code: 'NOT_FOUND', message: 'no' }, 'refused'],
])('an answer of %j means %s', (error, is) => {
  expect(outcomeOf(error).is).toBe(is);
});
