import type { Locale } from '../../kernel/messages';
import { drawQr } from '../documents/sheet/drawQr';
import { dateIn, fitting, put, signal, soft, type Paper } from '../documents/sheet/Sheet';
import { writeSheet } from '../documents/sheet/writeSheet';
import { homeZone } from '@/schema/homeZone';
import type { AffiliationPage } from './readAffiliationPage';

const mm = 72 / 25.4;
/** A card as those in a wallet (ISO/IEC 7810 ID-1). */
const paper: Paper = { width: 85.6 * mm, height: 53.98 * mm, margin: 10 };
const band = 26,
  photoWidth = 58,
  photoHeight = 72,
  qrSide = 62;

interface Card {
  readonly page: AffiliationPage;
  readonly locale: Locale;
  readonly photo: Buffer | null;
  /** The address of the public check, which the code leads to. */
  readonly address: string;
}
/** Draws the card of an affiliation in force: whose it is, its number, until when, and the code of its check. It has no contact and no health data. */
export const drawCard = ({ page: of, locale, photo, address }: Card): Promise<Buffer> => {
  const type = locale === 'en' ? of.type.en || of.type.es : of.type.es;
  const head = {
    locale,
    timezone: homeZone,
    organization: 'FMTRI',
    folio: of.number ?? '',
    registered_at: of.paid_at ?? `${of.starts_on}T12:00:00Z`,
  };
  return writeSheet(head, 'fmtri_affiliations.card.title', paper, (sheet) => {
    const { page, say, width, height, margin } = sheet;
    const day = (at: string): string =>
      dateIn({ locale, timezone: 'UTC' }, { day: 'numeric', month: 'short', year: 'numeric' })(`${at}T00:00:00Z`);
    page.rect(0, 0, width, band).fill('#14213d');
    page.rect(0, band, width, 2).fill(signal);
    put(sheet, `FMTRI · ${say('fmtri_affiliations.card.title')}`, margin, 8, { size: 9, bold: true, color: '#ffffff', width: width - 70 });
    put(sheet, String(of.season), width - margin - 60, 7, { size: 11, bold: true, color: '#ffffff', width: 60, align: 'right' });
    const top = band + 10,
      left = photo ? margin + photoWidth + 8 : margin,
      room = width - margin - qrSide - 8 - left;
    if (photo) page.image(photo, margin, top, { cover: [photoWidth, photoHeight], align: 'center', valign: 'center' });
    const name = of.name ?? '';
    let y = top;
    y += put(sheet, name, left, y, { size: fitting(sheet, name, room * 1.8, 11, 7), bold: true, width: room, lines: 2 }) + 3;
    y += put(sheet, type, left, y, { size: 7.5, color: soft, width: room, lines: 2 }) + 4;
    for (const [label, text] of [
      [say('fmtri_affiliations.fields.number'), of.number ?? ''],
      [say('fmtri_affiliate_users.fields.fmtri_number'), of.fmtri_number],
      [say('fmtri_affiliations.card.until'), day(of.ends_on)],
      [say('fmtri_affiliations.card.state'), [of.state, of.club].filter(Boolean).join(' · ')],
      [say('fmtri_affiliations.card.insurance'), of.insurance_policy ?? ''],
    ] as const)
      if (text) y += put(sheet, `${label}: ${text}`, left, y, { size: 6.5, width: room, lines: 2 }) + 1.5;
    drawQr(page, { text: address, x: width - margin - qrSide, y: top, side: qrSide, ecc: 'M' });
    put(sheet, say('fmtri_affiliations.card.check'), width - margin - qrSide, top + qrSide + 3, {
      size: 5.5,
      color: soft,
      width: qrSide,
      align: 'center',
      lines: 2,
    });
    put(sheet, say('fmtri_affiliations.card.personal'), margin, height - 13, { size: 5.5, color: soft });
  });
};
