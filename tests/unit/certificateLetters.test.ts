import { toolsOf } from '../../server/features/documents/sheet/tools';
import { describe, expect, test } from 'vitest';
import { sampleFacts } from '@/resources/certificate_templates/certificateTexts';
import { drawCertificate } from '../../server/features/certificates/drawCertificate';
import { pdfText } from '../support/pdfText';

const print = (name: string, font: 'sans' | 'serif' = 'sans'): Promise<Buffer> =>
  drawCertificate(
    {
      page: 'letter',
      orientation: 'landscape',
      locale: 'es',
      background_img: '',
      organization: 'Alfa',
      pictures: new Map(),
      elements: [{ kind: 'field', source: 'name', x: 20, y: 50, w: 200, size: 40, align: 'center', font }],
    },
    {
      facts: { ...sampleFacts, name },
      serial: 'ABC',
      address: 'https://host.test/verify/ABC',
      fingerprint: 'f'.repeat(64),
      issued_at: '2027-05-04T15:00:00Z',
    },
  );

describe('a certificate prints names in', () => {
  test.each(['王小明', '田中 はなこ', '김민수', 'Łukasz Żółć', 'Ольга Ёлкина'])('the letters of %s', async (name) => {
    expect(pdfText(await print(name)).join('')).toContain(name);
    expect(pdfText(await print(name, 'serif')).join('')).toContain(name);
  });
  // Every Vietnamese vowel with every tone, and đ: letters with two marks are where fonts give up.
  const vietnamese =
    'Nguyễn Thị Phượng ' +
    [...'aăâeêioôơuưy']
      .flatMap((vowel) => ['', '\u0300', '\u0301', '\u0303', '\u0309', '\u0323'].map((tone) => vowel + tone))
      .join('')
      .normalize('NFC') +
    'đĐ';
  test.each(['NFC', 'NFD'] as const)('Vietnamese letters, stored as %s', async (form) => {
    for (const text of [vietnamese, vietnamese.toUpperCase(), 'Trần Đức Thắng', 'Lê Thị Hồng Nhung', 'Võ Hoàng Ẩn'])
      for (const font of ['sans', 'serif'] as const)
        expect(pdfText(await print(text.normalize(form), font)).join('')).toContain(text.normalize('NFC'));
  });
  test('Vietnamese letters with outlines of their own in the picture to share, and no boxes', async () => {
    const { letters } = await toolsOf();
    const box = letters.outlineOf('\u{10FFFE}').path;
    for (const letter of new Set(vietnamese.replaceAll(' ', ''))) {
      const { path, width } = letters.outlineOf(letter);
      expect([path === box, path === '', width > 0], letter).toEqual([false, false, true]);
    }
  });
  test('plain letters, after the outlines of accented ones were drawn for a picture', async () => {
    (await toolsOf()).letters.outlineOf('ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝàáâãäåçèéêëìíîïñòóôõöùúûüýÿĀāĈĉĎďĜĝĤĥĴĵĶķĹĺŃńŔŕŚśŤťŴŵŶŷŹź');
    expect(pdfText(await print('Wxyz Kurt Hodl')).join('')).toContain('Wxyz Kurt Hodl');
  });
  test('several fonts, next to each other in the middle of their element', async () => {
    const pdf = await print('王小明 (Xiaoming) 김');
    expect(pdfText(pdf).join('')).toContain('王小明 (Xiaoming) 김');
  });
  test('Latin letters without what other letters need', async () => {
    const [latin, chinese] = [await print('Ana García'), await print('王小明')];
    expect(latin.toString('latin1')).not.toContain('NotoSansSC');
    expect(chinese.toString('latin1')).toContain('NotoSansSC');
    expect(chinese.length, 'a subset of the font').toBeLessThan(40_000);
  });
  test('the same facts make the same bytes', async () => {
    expect((await print('王小明 김')).equals(await print('王小明 김'))).toBe(true);
  });
});
