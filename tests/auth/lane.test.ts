import { afterEach, describe, expect, test, vi } from 'vitest';
import { createLane } from '@/providers/session/lane';

afterEach(() => vi.unstubAllGlobals());
/** Locks of the browser as they answer here. */
const withLocks = (request: (name: string, work: () => Promise<unknown>) => Promise<unknown>) =>
  vi.stubGlobal('navigator', { locks: { request } });

describe('a lane', () => {
  test('runs one call after the other, also after one that failed', async () => {
    vi.stubGlobal('navigator', {});
    const lane = createLane('x');
    const order: string[] = [];
    const work = (name: string) => async () => {
      order.push(`${name} begins`);
      await Promise.resolve();
      order.push(`${name} ends`);
    };
    const failed = lane(() => Promise.reject(new Error('no')));
    await Promise.all([expect(failed).rejects.toThrow('no'), lane(work('first')), lane(work('second'))]);
    expect(order).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
  });
  test('takes its turn among all tabs', async () => {
    const request = vi.fn((_name: string, work: () => Promise<unknown>) => work());
    withLocks(request);
    expect(await createLane('x')(async () => 7)).toBe(7);
    expect(request).toHaveBeenCalledWith('x', expect.any(Function));
  });
  test('goes on alone in a browser that forbids locks', async () => {
    withLocks(() => Promise.reject(new DOMException('The request was denied.', 'SecurityError')));
    expect(await createLane('x')(async () => 7)).toBe(7);
  });
  test('repeats no work that failed inside its turn', async () => {
    withLocks((_name, work) => work());
    const work = vi.fn(() => Promise.reject(new Error('no')));
    await expect(createLane('x')(work)).rejects.toThrow('no');
    expect(work).toHaveBeenCalledOnce();
  });
});
