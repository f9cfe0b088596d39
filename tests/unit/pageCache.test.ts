import { expect, test } from 'vitest';
import { createPageCache } from '../../server/features/site/pageCache';

const page = (html: string) => ({ status: 200, html });

test('a page is made once for everybody who asks within its time, and again after it', async () => {
  let at = 0,
    made = 0;
  const kept = createPageCache({ keptMs: 100, most: 5, now: () => at });
  const make = async () => page(String((made += 1)));
  const answers = await Promise.all([kept('a', make), kept('a', make)]);
  expect(answers.map(({ html }) => html)).toEqual(['1', '1']);
  at = 100;
  expect((await kept('a', make)).html).toBe('2');
});

test('a page that could not be made is not kept, and the oldest makes room', async () => {
  const kept = createPageCache({ keptMs: 1000, most: 2, now: () => 0 });
  await expect(kept('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  for (const key of ['a', 'b', 'c']) await kept(key, async () => page(`first ${key}`));
  expect((await kept('c', async () => page('second'))).html).toBe('first c');
  expect((await kept('a', async () => page('second'))).html).toBe('second');
});
