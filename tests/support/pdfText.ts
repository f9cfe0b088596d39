import { inflateSync } from 'node:zlib';

interface Pdf {
  readonly objects: ReadonlyMap<string, string>;
  readonly streams: ReadonlyMap<string, string>;
}
/** The objects of a PDF by their numbers, and the contents of those that are streams. */
const read = (pdf: Buffer): Pdf => {
  const objects = new Map<string, string>(),
    streams = new Map<string, string>();
  const whole = pdf.toString('latin1');
  for (const { 0: all, 1: id = '', 2: head = '', index } of whole.matchAll(/(\d+) 0 obj\n(.*?)(?:\nstream\n|\nendobj)/gs)) {
    objects.set(id, head);
    if (!all.endsWith('\nstream\n')) continue;
    const length = Number(/\/Length (\d+)/.exec(head)?.[1]),
      data = pdf.subarray(index + all.length, index + all.length + length);
    streams.set(id, head.includes('/FlateDecode') ? inflateSync(data).toString('latin1') : data.toString('latin1'));
  }
  return { objects, streams };
};
const lettersOf = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le');
/** What the glyphs of a font stand for, by the table that the file has for readers. */
const glyphsOf = (table: string): readonly string[] =>
  [...table.matchAll(/<[0-9a-f]{4}> <[0-9a-f]{4}> \[(.*?)\]/gs)].flatMap(([, list = '']) =>
    [...list.matchAll(/<([0-9a-f ]*)>/g)].map(([, hex = '']) => lettersOf(hex.replaceAll(' ', ''))),
  );

/** What the pages of a PDF draw, and its other streams. */
export const streamsOf = (pdf: Buffer): readonly string[] => [...read(pdf).streams.values()];

/** The texts of a PDF as a reader program finds them, piece by piece. */
export const pdfText = (pdf: Buffer): readonly string[] => {
  const { objects, streams } = read(pdf);
  const fonts = new Map<string, readonly string[] | null>();
  for (const head of objects.values())
    for (const [, name = '', id = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '')?.[1];
      fonts.set(name, table ? glyphsOf(streams.get(table) ?? '') : null);
    }
  return [...streams.values()].flatMap((content) => {
    const found: string[] = [];
    let font: readonly string[] | null = null;
    for (const [, name, parts = ''] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ/gs))
      if (name) font = fonts.get(name) ?? null;
      else {
        const hex = [...parts.matchAll(/<([0-9a-f]+)>/g)].map(([, each = '']) => each).join('');
        const known = font;
        found.push(
          known
            ? [...hex.matchAll(/.{4}/g)].map(([glyph]) => known[Number.parseInt(glyph, 16)] ?? '?').join('')
            : Buffer.from(hex, 'hex').toString('latin1'),
        );
      }
    return found;
  });
};
