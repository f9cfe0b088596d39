import { afterEach, describe, expect, test, vi } from 'vitest';
import { createQueue } from '@/providers/session/queue';

afterEach(() => vi.unstubAllGlobals());
/** Locks of the browser as they answer here. */
const withLocks = (request: (name: string, work: () => Promise<unknown>) => Promise<unknown>) =>
  vi.stubGlobal('navigator', { locks: { request } });

describe('a queue', () => {
  test('runs one call after the other, also after one that failed', async () => {
    vi.stubGlobal('navigator', {});
    const queue = createQueue('x');
    const order: string[] = [];
    const work = (name: string) => async () => {
      order.push(`${name} begins`);
      await Promise.resolve();
      order.push(`${name} ends`);
    };
    const failed = queue(() => Promise.reject(new Error('no')));
    await Promise.all([expect(failed).rejects.toThrow('no'), queue(work('first')), queue(work('second'))]);
    expect(order).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
  });
  test('takes its turn among all tabs', async () => {
    const request = vi.fn((_name: string, work: () => Promise<unknown>) => work());
    withLocks(request);
    expect(await createQueue('x')(async () => 7)).toBe(7);
    expect(request).toHaveBeenCalledWith('x', expect.any(Function));
  });
  test('goes on alone in a browser that forbids locks', async () => {
    withLocks(() => Promise.reject(new DOMException('The request was denied.', 'SecurityError')));
    expect(await createQueue('x')(async () => 7)).toBe(7);
  });
  test('repeats no work that failed inside its turn', async () => {
    withLocks((_name, work) => work());
    const work = vi.fn(() => Promise.reject(new Error('no')));
    await expect(createQueue('x')(work)).rejects.toThrow('no');
    expect(work).toHaveBeenCalledOnce();
  });
});
