import type { Page } from '@playwright/test';
import { openWindow, withBuiltClient, type Built } from './builtClient';
import { measurePaging } from './paging';
import { figure, median, tell, type Figure } from './report';
import { askers } from './servers';
import { signIn, type Session } from './session';
import { measureTyping } from './typing';

const rounds = 5,
  patienceMs = 60_000,
  firstRow = 'tbody [data-row]';
/** Below this, people do not notice that a page moved. */
const mostShift = 0.1;
interface Screen {
  readonly name: string;
  readonly path: string;
  readonly isPublic?: boolean;
  readonly shown: string;
}
const screens: readonly Screen[] = [
  { name: 'login', path: '/api/auth/signin', isPublic: true, shown: 'form [type="submit"]' },
  { name: 'home', path: '/home', shown: 'main h1' },
  { name: 'inscriptions list', path: '/inscriptions', shown: firstRow },
];

/** What a browser noted while a page loaded, in milliseconds. */
interface Load {
  readonly first: number;
  readonly largest: number;
  readonly shift: number;
  readonly longTasks: number;
  readonly longest: number;
}
interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
}
declare global {
  var benchNotes: PerformanceEntry[];
}

/** Notes what the page's own clock says from its first moment on. */
const note = (): void => {
  globalThis.benchNotes = [];
  for (const type of ['paint', 'largest-contentful-paint', 'layout-shift', 'longtask'])
    new PerformanceObserver((list) => void globalThis.benchNotes.push(...list.getEntries())).observe({ type, buffered: true });
};
const read = (page: Page): Promise<Load> =>
  page.evaluate(() => {
    const of = (type: string): readonly PerformanceEntry[] => globalThis.benchNotes.filter(({ entryType }) => entryType === type);
    const tasks = of('longtask').map(({ duration }) => duration);
    return {
      first: of('paint').find(({ name }) => name === 'first-contentful-paint')?.startTime ?? Number.NaN,
      largest: of('largest-contentful-paint').at(-1)?.startTime ?? Number.NaN,
      shift: (of('layout-shift') as readonly Shift[])
        .filter(({ hadRecentInput }) => !hadRecentInput)
        .reduce((sum, { value }) => sum + value, 0),
      longTasks: tasks.length,
      longest: Math.max(0, ...tasks),
    };
  });

const loadOnce = async (built: Built, session: Session, { path, isPublic, shown }: Screen): Promise<Load> => {
  const context = await openWindow(built, isPublic ? undefined : session);
  await context.addInitScript(note);
  const page = await context.newPage();
  await page.goto(path);
  await page.locator(shown).first().waitFor({ timeout: patienceMs });
  await page.waitForLoadState('networkidle', { timeout: patienceMs });
  await page.locator('.asd-skeleton, [aria-busy="true"]').first().waitFor({ state: 'detached', timeout: patienceMs });
  const load = await read(page);
  await context.close();
  return load;
};

const measureLoads = async (built: Built, session: Session): Promise<readonly Figure[]> => {
  const figures: Figure[] = [];
  for (const screen of screens) {
    const loads: Load[] = [];
    for (let round = 0; round < rounds; round += 1) loads.push(await loadOnce(built, session, screen));
    const middle = (name: keyof Load): number => median(loads.map((load) => load[name]));
    tell(`screens: ${screen.name}`);
    figures.push(
      figure(`${screen.name}, nothing kept: first contentful paint`, middle('first'), 'ms'),
      figure(`${screen.name}, nothing kept: largest contentful paint`, middle('largest'), 'ms'),
      figure(`${screen.name}: layout shift`, Math.max(...loads.map(({ shift }) => shift)), 'score', `<= ${mostShift}`),
      figure(`${screen.name}: tasks over 50 ms`, middle('longTasks'), 'tasks'),
      figure(`${screen.name}: longest of them`, middle('longest'), 'ms'),
    );
  }
  return figures;
};
/** What somebody at a browser waits for: how screens load, the next page of a list against bare cells, and typing in its search box. */
export const measureScreens = async (): Promise<readonly Figure[]> => {
  tell('screens: building the client');
  return withBuiltClient([], async (built) => {
    const session = await signIn(built.origin, askers.tenant.email, askers.tenant.organizationid);
    return [...(await measureLoads(built, session)), ...(await measurePaging(built, session)), ...(await measureTyping(built, session))];
  });
};
