import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLive } from '@/providers/live/createLive';
import { createLiveProvider } from '@/providers/live/createLiveProvider';
import { followLive, type LiveListener } from '@/providers/live/followLive';
import { steadyRows } from '@/views/list/model/steadyRows';

type Answer = (url: string, init: RequestInit | undefined) => Promise<Response>;
const encoder = new TextEncoder();
/** A stream that a test writes to. */
const openStream = () => {
  let control: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({ start: (given) => void (control = given) });
  return {
    response: new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
    send: (event: string, data: object) => control?.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)),
    beat: () => control?.enqueue(encoder.encode(': still here\n\n')),
    close: () => control?.close(),
  };
};
const follow = (answer: Answer, listener: Partial<LiveListener> = {}) => {
  const over = new AbortController();
  const http = { fetch: (url: RequestInfo | URL, init?: RequestInit) => answer(String(url), init) };
  const done = followLive({ http, url: '/live', onMoved: () => {}, signal: over.signal, ...listener });
  return { stop: () => over.abort(), done };
};
const tick = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a page that follows changes', () => {
  test('hears rows, presence and its own name, however the bytes are cut', async () => {
    const stream = openStream();
    const heard: unknown[] = [];
    const { stop } = follow(async () => stream.response, {
      onReady: (page) => heard.push(page),
      onRows: (rows) => heard.push(rows),
      onPresence: (presence) => heard.push(presence),
    });
    await tick(0);
    stream.send('ready', { page: 'mine' });
    stream.send('rows', [{ resource: 'inscriptions', ids: [7, 'x'], eventids: [1] }, { resource: 'events' }, { nothing: 1 }]);
    stream.send('presence', { resource: 'inscriptions', id: 7, people: [{ name: 'Ana', isEditing: true }] });
    await tick(0);
    expect(heard).toEqual([
      'mine',
      [{ resource: 'inscriptions', ids: [7], eventids: [1] }, { resource: 'events' }],
      { resource: 'inscriptions', id: 7, people: [{ name: 'Ana', isEditing: true }] },
    ]);
    stop();
  });

  test('asks at intervals when a proxy keeps the stream back, and hears of a change only when the mark moves', async () => {
    const marks = ['p1.1', 'p1.1', 'p1.2', 'p1.2'];
    const asked: string[] = [],
      ways: string[] = [];
    const moved = vi.fn();
    const { stop } = follow(
      async (url, init) => {
        asked.push(url);
        if (url === '/live/mark') return Response.json({ mark: marks.shift() ?? 'p1.2' });
        return new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('aborted'))));
      },
      { onMoved: moved, onWay: (way) => ways.push(way) },
    );
    await tick(11_900);
    expect(asked).toEqual(['/live']);
    await tick(200);
    expect(ways.at(-1)).toBe('polling');
    expect(moved, 'something may have changed before').toHaveBeenCalledTimes(1);
    await tick(2000);
    expect(moved).toHaveBeenCalledTimes(1);
    await tick(2000);
    expect(moved).toHaveBeenCalledTimes(2);
    stop();
  });

  test('takes a stream without a sign of life for one that is kept back, and one with it for a living one', async () => {
    const streams = [openStream(), openStream()];
    const ways: string[] = [];
    let opened = 0;
    const { stop } = follow(async (url) => (url === '/live' ? streams[(opened += 1) - 1]!.response : Response.json({ mark: 'p.1' })), {
      onWay: (way) => ways.push(way),
    });
    await tick(10_000);
    streams[0]!.beat();
    await tick(10_000);
    expect(ways).toEqual(['stream']);
    await tick(3000);
    expect(ways.at(-1)).toBe('polling');
    await tick(62_000);
    expect(opened, 'after a while the stream is tried again').toBe(2);
    stop();
  });

  test('reads everything again after an end, and stops asking a server that has no such route', async () => {
    const moved = vi.fn();
    const first = openStream(),
      second = openStream();
    const answers = [first.response, second.response];
    const { stop } = follow(async () => answers.shift() ?? new Response(null, { status: 404 }), { onMoved: moved });
    await tick(0);
    first.close();
    await tick(1500);
    expect(moved).toHaveBeenCalledWith({});
    stop();
  });
});

describe('what refine and screens hear', () => {
  test('is what concerns their resource and their records', async () => {
    const stream = openStream();
    const live = createLive({ http: { fetch: async () => stream.response }, host: '' });
    const provider = createLiveProvider(live);
    const list = vi.fn(),
      other = vi.fn(),
      one = vi.fn();
    provider.subscribe({ channel: 'resources/coupons', types: ['*'], callback: list });
    provider.subscribe({ channel: 'resources/events', types: ['*'], callback: other });
    const subscription: unknown = provider.subscribe({ channel: 'resources/coupons', types: ['*'], params: { ids: [9] }, callback: one });
    const stop = live.start();
    await tick(0);
    stream.send('rows', [{ resource: 'coupons', ids: [3] }]);
    await tick(0);
    expect(list).toHaveBeenCalledTimes(1);
    expect(list.mock.calls[0]![0]).toMatchObject({ payload: { ids: [3] } });
    expect(other).not.toHaveBeenCalled();
    expect(one).not.toHaveBeenCalled();
    stream.send('moved', {});
    await tick(0);
    expect([list, other, one].map(({ mock }) => mock.calls.length)).toEqual([2, 1, 1]);
    provider.unsubscribe(subscription);
    stream.send('rows', [{ resource: 'coupons', ids: [9] }]);
    await tick(0);
    expect(one).toHaveBeenCalledTimes(1);
    stop();
  });

  test('says where the page is, the last opened record first, and the one below when that is closed', async () => {
    const stream = openStream();
    const sent: unknown[] = [];
    const live = createLive({
      http: {
        fetch: async (url, init) => {
          if (!String(url).endsWith('/place')) return stream.response;
          sent.push(JSON.parse(String(init?.body)).record);
          return new Response(null, { status: 204 });
        },
      },
      host: '',
    });
    const stop = live.start();
    await tick(0);
    const leave = live.place({ resource: 'events', id: 1, isEditing: false });
    stream.send('ready', { page: 'p' });
    await tick(0);
    const close = live.place({ resource: 'coupons', id: 2, isEditing: false });
    stream.send('presence', { resource: 'coupons', id: 2, people: [{ name: 'Ana' }] });
    await tick(0);
    expect(live.present.get()).toEqual([{ name: 'Ana', isEditing: false }]);
    close();
    await tick(0);
    expect(live.present.get()).toEqual([]);
    leave();
    await tick(0);
    expect(sent.map((record) => (record as { resource: string } | null)?.resource)).toEqual(['events', 'coupons', 'events', undefined]);
    stop();
  });
});

describe('rows that arrive while somebody works with the former ones', () => {
  const rows = (...pairs: readonly (readonly [number, string])[]) => pairs.map(([id, name]) => ({ id, name }));
  test('change in their places, and new ones wait', () => {
    expect(steadyRows(rows([1, 'a'], [2, 'b']), rows([3, 'c'], [1, 'A'], [2, 'b']), 'id')).toEqual({
      rows: rows([1, 'A'], [2, 'b']),
      news: 1,
    });
  });
  test('that left or moved stay until they are asked for', () => {
    expect(steadyRows(rows([1, 'a'], [2, 'b']), rows([2, 'B']), 'id')).toEqual({ rows: rows([1, 'a'], [2, 'B']), news: 0 });
  });
  test('of the same order are shown as they are', () => {
    expect(steadyRows(rows([1, 'a'], [2, 'b']), rows([1, 'x'], [2, 'y']), 'id')).toEqual({ rows: rows([1, 'x'], [2, 'y']), news: null });
  });
});
