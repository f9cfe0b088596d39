import { describe, expect, test } from 'vitest';
import { blocksOf } from '../../server/features/documents/blocksOf';
import { drawEvidence } from '../../server/features/documents/drawEvidence';
import type { Evidence } from '../../server/features/documents/Evidence';
import { paragraph, table, type Flow } from '../../server/features/documents/sheet/Flow';
import { linesOf } from '../../server/features/documents/sheet/linesOf';
import type { Page } from '../../server/features/documents/sheet/tools';

const letterWidth = 5,
  lineHeight = 10;
/** A paper that records what is set on each of its pages; every letter is as wide as every other. */
const paper = (): { readonly flow: Flow; readonly pages: string[][] } => {
  const pages: string[][] = [[]];
  const answers: Readonly<Record<string, (text: string) => unknown>> = {
    addPage: () => pages.push([]),
    text: (text) => pages.at(-1)!.push(text),
    widthOfString: (text) => Array.from(text).length * letterWidth,
    currentLineHeight: () => lineHeight,
    heightOfString: () => lineHeight,
  };
  const page: unknown = new Proxy({}, { get: (_, name) => (text: string) => answers[String(name)]?.(text) ?? page });
  return {
    pages,
    flow: {
      page: page as Page,
      width: 300,
      height: 300,
      margin: 20,
      locale: 'es',
      timezone: 'UTC',
      say: (key) => key,
      y: 30,
      running: 'sigue',
    },
  };
};

describe('text', () => {
  test('breaks between words, at its own breaks, and inside a word that is longer than a line', () => {
    const { flow } = paper();
    expect(linesOf(flow, 'uno dos\ntres', 35)).toEqual(['uno dos', 'tres']);
    expect(linesOf(flow, 'uno dos', 30)).toEqual(['uno', 'dos']);
    expect(linesOf(flow, 'a 0123456789 b', 20)).toEqual(['a', '0123', '4567', '89 b']);
    expect(linesOf(flow, '😀😀😀', 10)).toEqual(['😀😀', '😀']);
    expect(linesOf(flow, '', 10)).toEqual(['']);
  });

  test('goes on over as many pages as it takes, and loses not one word', () => {
    const { flow, pages } = paper(),
      words = Array.from({ length: 400 }, (_, at) => `palabra${at}`);
    paragraph(flow, words.join(' '));
    expect(pages.length).toBeGreaterThan(2);
    expect(
      pages
        .flat()
        .filter((text) => text !== 'sigue')
        .join(' ')
        .split(' '),
    ).toEqual(words);
    expect(pages.slice(1).every(([first]) => first === 'sigue')).toBe(true);
  });

  test('of a waiver is read whole and in order, also what is in no paragraph', () => {
    expect(
      blocksOf(
        'Antes<h2>Riesgo</h2><p>Acepto <strong>todo</strong> &amp; firmo<br>aquí</p><ul><li><p>Uno</p></li><li>Dos<ol start="3"><li>Tres</li></ol></li></ul><hr><blockquote>Fin</blockquote>después',
      ),
    ).toEqual([
      { text: 'Antes', isTitle: false },
      { text: 'Riesgo', isTitle: true },
      { text: 'Acepto todo & firmo\naquí', isTitle: false },
      { text: 'Uno', isTitle: false, bullet: '•' },
      { text: 'Dos', isTitle: false, bullet: '•' },
      { text: 'Tres', isTitle: false, bullet: '3.' },
      { text: 'Fin', isTitle: false },
      { text: 'después', isTitle: false },
    ]);
  });
});

describe('a table', () => {
  test('says its head again on every page that it reaches, and breaks no row that a page holds', () => {
    const { flow, pages } = paper();
    table(
      flow,
      [
        { label: 'Qué', share: 1 },
        { label: 'Quién', share: 1 },
      ],
      Array.from({ length: 40 }, (_, at) => [`a${at}\nb${at}`, `c${at}`]),
    );
    expect(pages.length).toBeGreaterThan(2);
    for (const page of pages) expect(page.filter((text) => text === 'Qué')).toHaveLength(1);
    for (const page of pages)
      expect(page.filter((text) => text.startsWith('a')).map((text) => text.slice(1))).toEqual(
        page.filter((text) => text.startsWith('b')).map((text) => text.slice(1)),
      );
    expect(pages.flat().filter((text) => text.startsWith('c'))).toHaveLength(40);
  });

  test('also holds a row that is longer than a page', () => {
    const { flow, pages } = paper();
    table(flow, [{ label: 'Qué', share: 1 }], [[Array.from({ length: 60 }, (_, at) => `x${at}`).join('\n')]]);
    expect(pages.flat().filter((text) => text.startsWith('x'))).toHaveLength(60);
    expect(pages.length).toBeGreaterThan(2);
  });
});

describe('an evidence pack', () => {
  const step = (at: number) => ({
    at: new Date(Date.UTC(2026, 9, 1, 12, at)).toISOString(),
    status: 'data_updated',
    label: null,
    changed: ['email'],
    actor_type: 'athlete',
    actor: null,
    ip: '187.1.2.3',
  });
  const facts = (steps: number): Evidence => ({
    head: {
      locale: 'es',
      timezone: 'America/Tijuana',
      organization: 'Casa',
      legal_name: null,
      rfc: null,
      contact: 'hola@casa.test',
      event: 'Carrera',
      start_at: '2027-03-14T13:00:00Z',
      distance: '10 km',
      name: 'Őrsi Łucja Muñoz',
      folio: 'AB12CD34',
      number: null,
      registered_at: '2026-10-01T12:00:00Z',
    },
    status: 'chargeback',
    checked_in_at: null,
    holder: { email: null, phone: null, birth_date: null, city: null, registered_through: null },
    dispute: null,
    price: {
      list_price_cents: 1,
      discount_cents: 0,
      promotion_discount_cents: 0,
      fee_cents: 0,
      extra_cents: 0,
      total_cents: 1,
      wallet_cents: 0,
      paid_cents: 1,
      refunded_cents: 0,
    },
    payments: [],
    signatures: [],
    deliveries: [],
    scans: [],
    results: [],
    log: Array.from({ length: steps }, (_, at) => step(at)),
  });
  const pagesOf = (data: Buffer): number => data.toString('latin1').match(/\/Type \/Page\b/g)!.length;

  test('of the same facts is the same file, byte by byte, and grows by pages with its log', async () => {
    const short = await drawEvidence(facts(2), 'a'.repeat(64));
    expect((await drawEvidence(facts(2), 'a'.repeat(64))).equals(short)).toBe(true);
    expect((await drawEvidence(facts(2), 'b'.repeat(64))).equals(short)).toBe(false);
    expect(pagesOf(short)).toBe(1);
    expect(pagesOf(await drawEvidence(facts(300), 'a'.repeat(64)))).toBeGreaterThan(6);
  });
});
