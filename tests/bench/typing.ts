import type { Page } from '@playwright/test';
import { openWindow, type Built } from './builtClient';
import { figure, tell, type Figure } from './report';
import type { Session } from './session';

const mostMs = 50,
  perMs = 1000,
  rounds = 3,
  keyMs = 90,
  patienceMs = 60_000;
const words = ['maria', 'lopez garcia', 'hernandez'] as const;

interface Traced {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly args?: { readonly name?: string };
}
/** Milliseconds of each task of the page's main thread, as the browser traced them. */
const tasksOf = (trace: Buffer): readonly number[] => {
  const { traceEvents } = JSON.parse(trace.toString()) as { readonly traceEvents: readonly Traced[] };
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return traceEvents
    .filter(({ name, ph, pid, tid }) => name.endsWith('RunTask') && ph === 'X' && mains.has(`${pid} ${tid}`))
    .map(({ dur = 0 }) => dur / perMs);
};

/** Types some words into the search box as a person would, each until its rows are there, and takes them away again. */
const typeAll = async (page: Page): Promise<void> => {
  const box = page.getByRole('searchbox');
  await box.focus();
  for (const word of words) {
    await page.keyboard.type(word, { delay: keyMs });
    await page.waitForURL((url) => url.searchParams.get('q') === word);
    await page.waitForLoadState('networkidle');
    for (const _letter of word) await page.keyboard.press('Backspace', { delay: keyMs / 3 });
    await page.waitForURL((url) => !url.searchParams.has('q'));
    await page.locator('tbody [data-row]').first().waitFor({ timeout: patienceMs });
  }
};

/** The longest that the search box of a list keeps somebody waiting who types: any task of the main thread, whatever it does, and the longest from a key to the next paint. */
export const measureTyping = async (built: Built, session: Session): Promise<readonly Figure[]> => {
  const page = await (await openWindow(built, session)).newPage();
  await page.goto('/inscriptions?perpage=50');
  await page.locator('tbody [data-row]').first().waitFor({ timeout: patienceMs });
  await page.waitForLoadState('networkidle');
  await typeAll(page);
  await page.evaluate(() => {
    globalThis.benchNotes = [];
    new PerformanceObserver((list) => void globalThis.benchNotes.push(...list.getEntries())).observe({
      type: 'event',
      durationThreshold: 16,
    } as PerformanceObserverInit);
  });
  const longest: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await built.browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline', 'devtools.timeline'] });
    await typeAll(page);
    longest.push(Math.max(...tasksOf(await built.browser.stopTracing())));
    tell(`screens: typing, the longest task took ${longest.at(-1)!.toFixed(1)} ms`);
  }
  const toPaint = await page.evaluate(() =>
    Math.max(0, ...globalThis.benchNotes.filter(({ name }) => name.startsWith('key') || name === 'input').map(({ duration }) => duration)),
  );
  await page.context().close();
  return [
    figure('typing in the search box of 50 rows: longest task', Math.max(...longest), 'ms', `<= ${mostMs}`),
    figure('typing in the search box: longest from a key to the next paint', toPaint, 'ms'),
  ];
};
