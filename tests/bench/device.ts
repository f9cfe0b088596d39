import { chromium, type BrowserContext, type Page } from '@playwright/test';
import type pg from 'pg';
import { findChromium } from '../../scripts/lib/findChromium.mjs';
import { launchOptions } from '../e2e/support/launchOptions';
import { enterPin, pin, prepareDevice } from '../e2e/support/preparedDevice';
import { openWindow } from './builtClient';
import { figure, p95, tell, type Figure } from './report';
import type { Api } from './servers';

const scans = 40,
  mostScanMs = 300,
  mostOpenMs = 2000,
  lateMs = 3000,
  patienceMs = 120_000;

interface Event {
  readonly eventid: number;
  readonly people: number;
}
/** Puts a line into the box as a scanner does, and answers after how many milliseconds of the page's own clock something is painted. */
const untilPainted = (page: Page, text: string, shown: string, isLine = true): Promise<number> =>
  page.evaluate(
    ([line, selector, ends]) =>
      new Promise<number>((resolve, reject) => {
        const box = document.querySelector<HTMLInputElement>('.scan-text');
        const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
        if (!box || !write) return reject(new Error('there is no box'));
        const began = performance.now();
        const seen = new MutationObserver(() => {
          if (!document.querySelector(selector)) return;
          seen.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
        });
        seen.observe(document.body, { childList: true, subtree: true });
        write.call(box, line);
        box.dispatchEvent(new Event('input', { bubbles: true }));
        if (ends) box.form?.requestSubmit();
      }),
    [text, shown, isLine] as const,
  );

/** From a scan at a door to the answer over the whole screen, for codes that were not read before. */
const answerTimes = async (page: Page, codes: readonly string[]): Promise<readonly number[]> => {
  const taken: number[] = [];
  for (const code of codes) {
    taken.push(await untilPainted(page, code, '.acc-answer'));
    await page.keyboard.press('Escape');
    await page.locator('.acc-answer').waitFor({ state: 'detached' });
  }
  return taken;
};
/** A door with a network, with a server that answers late, and without a network: people do not wait longer for that. */
const measureDoor = async (context: BrowserContext, path: string, codes: readonly string[]): Promise<readonly Figure[]> => {
  const page = await context.newPage();
  await page.goto(path);
  await page.getByText('Listo para trabajar sin conexión').waitFor({ timeout: patienceMs });
  const part = (at: number): readonly string[] => codes.slice(at * scans, (at + 1) * scans);
  const figureOf = (how: string, ms: readonly number[]): Figure =>
    figure(`door: from a scan to the answer, ${how}, p95`, p95(ms), 'ms', `<= ${mostScanMs}`);
  await answerTimes(page, codes.slice(-3)); // warm
  const online = figureOf('with a network', await answerTimes(page, part(0)));
  await context.route('**/asenters/*/scan', (route) => void setTimeout(() => void route.continue().catch(() => undefined), lateMs));
  const late = figureOf(`with a server that needs ${lateMs / 1000} s`, await answerTimes(page, part(1)));
  await context.unroute('**/asenters/*/scan');
  await context.setOffline(true);
  const offline = figureOf('without a network', await answerTimes(page, part(2)));
  await context.setOffline(false);
  for (const { name, value } of [online, late, offline]) tell(`${name}: ${Math.round(value)} ms`);
  return [online, late, offline];
};

/** A desk on a prepared device that starts without a network: from its PIN to all people, and from a code or some letters to who it is. */
const measureStart = async (context: BrowserContext, { eventid, people }: Event, codes: readonly string[]): Promise<readonly Figure[]> => {
  const page = await context.newPage();
  await page.goto(`/events/${eventid}/desk`);
  await page.locator('.scan-text').waitFor({ timeout: patienceMs });
  await prepareDevice(page, patienceMs);
  await context.setOffline(true);
  await page.reload();
  await page.getByLabel('PIN de este dispositivo').fill(pin);
  const began = performance.now();
  await enterPin(page);
  await page.getByText(`${people.toLocaleString('es-MX')} inscripciones en este dispositivo`).waitFor();
  const opened = performance.now() - began;
  const found: number[] = [],
    typed: number[] = [];
  for (const code of codes.slice(0, scans)) {
    found.push(await untilPainted(page, code, '.desk-card'));
    await page.locator('.desk-card header button').click();
    await page.locator('.desk-card').waitFor({ state: 'detached' });
    typed.push(await untilPainted(page, 'mar', '.desk-people', false));
    await untilPainted(page, '', '.desk-hint', false);
  }
  return [
    figure(`desk: from the PIN to ${people} registrations without a network`, opened, 'ms', `<= ${mostOpenMs}`),
    figure('desk: from a scan to the person, without a network, p95', p95(found), 'ms', `<= ${mostScanMs}`),
    figure('desk: from a letter to the list of who fits, painted, p95', p95(typed), 'ms'),
  ];
};

/** What somebody with a device at a desk or a door waits for, in a browser, with everybody of a large event on the device. */
export const measureDevice = async ({ api, session }: Api, pool: pg.Pool, eventid: number): Promise<readonly Figure[]> => {
  tell('desk: a device in a browser');
  const { rows } = await pool.query<{ folio: string }>('select folio from inscriptions where eventid = $1 order by md5(folio)', [eventid]);
  const codes = rows.map(({ folio }) => folio);
  const {
    rows: [door],
  } = await pool.query<{ asenterid: number }>(
    `insert into asenters (eventid, name, kind, mode) values ($1, 'Puerta medida', 'start', 'both') returning asenterid`,
    [eventid],
  );
  const browser = await chromium.launch({ ...launchOptions, executablePath: await findChromium() });
  try {
    const window = () => openWindow({ browser, origin: api }, session);
    return [
      ...(await measureDoor(await window(), `/events/${eventid}/asenters/${door?.asenterid}/scan`, codes)),
      ...(await measureStart(await window(), { eventid, people: codes.length }, codes)),
    ];
  } finally {
    await browser.close();
  }
};
