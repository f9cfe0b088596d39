import { describe, expect, test } from 'vitest';
import { testServer } from '../support/database';
import { openStrained, quiet, url, type Scene } from './support/strainedCoupons';

const site = openStrained();
const { make, stateOf, begin, finish } = site;

describe('a call that the database ends because of another', () => {
  const ended = Object.assign(new Error('deadlock detected'), { code: '40P01' });
  test('begins again, whatever of it was done already', async () => {
    const [first, second] = await make(2);
    let broken = 0;
    site.scene = {
      ...quiet,
      onBody: () => {
        if ((broken += 1) % 2 === 0 && broken < 6) throw ended;
      },
    };
    expect((await site.olga.post(url, { ids: [first, second] })).body).toEqual({
      ok: 2,
      skipped: [],
      failed: [],
      undo: [first, second],
    });
    expect((await stateOf()).map(({ version }) => version)).toEqual([2, 2]);
  });
  test('says that others are busy there after a few tries', async () => {
    const [id] = await make(1);
    site.scene = {
      ...quiet,
      onBody: () => {
        throw ended;
      },
    };
    expect(await site.olga.post(`/v2/event/coupons/${id}/pause`)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Inténtalo de nuevo') },
    });
  });
});

describe('two calls that block each other', () => {
  /** Holds bodies until this many have arrived; the embedded database has one session, so nobody waits there. */
  const meetings = (parties: number): Scene['meet'] => {
    if (!testServer()) return null;
    let arrived = 0,
      open = () => {};
    const all = new Promise<void>((resolve) => {
      open = resolve;
    });
    return async () => {
      if ((arrived += 1) <= parties) {
        if (arrived === parties) open();
        await all;
      }
    };
  };
  test('both end well: the one that the database ended starts again, and no record is reported as left out', async () => {
    const ids = await make(4);
    const [one, two] = [ids[0]!, ids[1]!];
    site.scene = {
      ...quiet,
      meet: meetings(2),
      partners: new Map([
        [one, two],
        [two, one],
      ]),
    };
    const answers = await Promise.all([site.olga.post(url, { ids: [one] }), site.omar.post(url, { ids: [two] })]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    // The second one finds its record paused by the other.
    expect(answers.map(({ body }) => body.ok).sort()).toEqual([0, 1]);
    expect(JSON.stringify(answers)).not.toContain('Otra persona');
  });
  test('also as steps of of which none loses or doubles a record', async () => {
    const ids = await make(40);
    const [one, two] = [await begin({ ids: ids.slice(0, 20) }), await begin({ ids: ids.slice(20) }, site.omar)];
    const crossed = ids.slice(0, 20).map((id, at) => [id, ids[20 + at]!] as const);
    site.scene = {
      ...quiet,
      meet: meetings(2),
      partners: new Map([...crossed, ...crossed.map(([first, second]) => [second, first] as const)]),
    };
    const [mine, theirs] = await Promise.all([finish(one), finish(two, site.omar)]);
    expect([mine, theirs].map(({ done, finished }) => [done, finished])).toEqual([
      [20, true],
      [20, true],
    ]);
    expect(mine.ok + theirs.ok).toBe(20);
    expect((await stateOf()).every(({ status, version }) => status === 'paused' && version === 2)).toBe(true);
  });
});
