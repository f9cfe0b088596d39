// @vitest-environment node
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createI18nProvider } from '@/providers/i18n/createI18nProvider';
import { startI18n } from '@/providers/i18n/i18n';

afterEach(() => vi.useRealTimers());

/** Answers every file as the test sets and notes when it was asked for. */
const asking = (answer: (name: string, time: number) => Promise<Response> | Response) => {
  const asked: Record<string, number[]> = {};
  const send: typeof fetch = async (input) => {
    const name = String(input).split('/').slice(-2).join('/');
    (asked[name] ??= []).push(Date.now());
    return answer(name, asked[name]!.length);
  };
  return { asked, send };
};
const waits = (times: readonly number[]): number[] => times.slice(1).map((time, at) => time - times[at]!);
const load = async (send: typeof fetch) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const loading = startI18n({ language: 'es', fetch: send });
  await vi.advanceTimersByTimeAsync(30_000);
  return loading;
};
const words = () => Response.json({ hello: 'Hola' });

describe('translation loading', () => {
  test.each([
    ['a status 503', () => new Response('', { status: 503 })],
    ['a status 500', () => new Response('', { status: 500 })],
    ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['no answer in the words of Safari', () => Promise.reject(new TypeError('The Internet connection appears to be offline.'))],
    ['an answer that breaks off', () => new Response(new ReadableStream({ start: (stream) => stream.error(new Error('aborted')) }))],
  ] as const)('%s is retried 5 times, first after 350 ms, then doubling', async (_name, answer) => {
    const { asked, send } = asking((name) => (name === 'es/menu.json' ? words() : answer()));
    const i18n = await load(send);
    expect(waits(asked['es/common.json']!)).toEqual([350, 700, 1400, 2800, 5600]);
    expect([i18n.hasLoadedNamespace('menu'), i18n.t('hello', { ns: 'menu' })]).toEqual([true, 'Hola']);
  });

  test.each([404, 400, 403])('a status %i is not retried', async (status) => {
    const { asked, send } = asking((name) => (name === 'es/menu.json' ? new Response('', { status }) : words()));
    await load(send);
    expect(asked['es/menu.json']).toHaveLength(1);
  });

  test('what arrives at a retry counts', async () => {
    const { asked, send } = asking((_name, time) => (time < 3 ? new Response('', { status: 502 }) : words()));
    expect((await load(send)).t('hello', { ns: 'common' })).toBe('Hola');
    expect(asked['es/common.json']).toHaveLength(3);
  });

  test('up to 10 files are read in parallel, never more', async () => {
    let open = 0,
      most = 0;
    const i18n = await startI18n({
      language: 'es',
      fetch: async () => {
        open += 1;
        most = Math.max(most, open);
        await new Promise((resume) => setTimeout(resume, 5));
        open -= 1;
        return words();
      },
    });
    most = 0;
    await i18n.loadNamespaces(Array.from({ length: 25 }, (_, at) => `file${at}`));
    expect(most).toBe(10);
  });

  test('a file that cannot be read leaves readable labels, and no keys', async () => {
    const { send } = asking((name) => (name.endsWith('menu.json') ? new Response('', { status: 404 }) : words()));
    const i18n = await load(send);
    const { translate } = createI18nProvider(i18n, 'es', new Set(['common', 'menu']), async () => undefined);
    expect(['menu.titles.list', 'menu.fields.visible_from', 'menu.actions.sendMail', 'hello'].map((key) => translate(key))).toEqual([
      'Menu',
      'Visible from',
      'Send mail',
      'Hola',
    ]);
    expect(translate('menu.fields.visible_from', {}, '')).toBe('');
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(translate('common.nothing')).toBe('common.nothing'); // words that nobody wrote still show as such
    expect(logged).toHaveBeenCalledWith('no words for common.nothing in es');
    logged.mockRestore();
  });

  test('asking i18next itself, as the frame does, gives readable labels for a file that cannot be read, and the default where there is one', async () => {
    const { send } = asking((name) => (name.endsWith('menu.json') ? new Response('', { status: 404 }) : words()));
    const i18n = await load(send);
    const t = i18n.getFixedT('es', 'menu');
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect([t('items.user_merges'), t('favourites.add', { what: 'Menu' }), t('items.none', 'Nada'), i18n.t('nothing')]).toEqual([
      'User merges',
      'Add',
      'Nada',
      'nothing',
    ]);
    expect(logged).toHaveBeenCalledWith('no words for menu.items.user_merges in es');
    expect(i18n.exists('items.user_merges', { ns: 'menu' })).toBe(false);
    logged.mockRestore();
  });

  test('the languages are es and en, and es is the fallback', async () => {
    const send: typeof fetch = async (input) =>
      Response.json(String(input).includes('/es/') ? { hello: 'Hola', only: 'Solo aquí' } : { hello: 'Hello' });
    const i18n = await startI18n({ language: 'en', fetch: send });
    expect([i18n.t('hello'), i18n.t('only')]).toEqual(['Hello', 'Solo aquí']);
    expect(i18n.options).toMatchObject({ supportedLngs: expect.arrayContaining(['es', 'en']), fallbackLng: ['es'] });
  });
});
