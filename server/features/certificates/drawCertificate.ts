import type { CertificateFacts } from '@/domain/results/certificateFacts';
import { elementText, paperOf, usual } from '@/resources/certificate_templates/certificateTexts';
import type { CertificateTemplate } from '@/resources/certificate_templates/certificate_templates';
import { drawQr } from '../documents/sheet/drawQr';
import type { LetteredSheet, Paper, Sheet } from '../documents/sheet/Sheet';
import { writeSheet } from '../documents/sheet/writeSheet';

/** A layout with the pictures that it names, as PNG or JPEG; a picture that cannot be read is left out. */
export interface Layout extends Pick<CertificateTemplate, 'page' | 'orientation' | 'elements' | 'locale' | 'background_img'> {
  readonly organization: string;
  readonly pictures: ReadonlyMap<string, Buffer>;
}
/** What is printed on it. */
export interface Print {
  readonly facts: CertificateFacts;
  readonly serial: string;
  readonly address: string;
  readonly fingerprint: string;
  readonly issued_at: string;
}
type Element = NonNullable<CertificateTemplate['elements']>[number];

const pointsPerMm = 72 / 25.4;
/** The standard fonts have only Latin letters; a text with others is set in the font that every document uses. */
const fontOf = ({ font }: Element, text: string): string => {
  const isLatin = [...text].every((letter) => (letter.codePointAt(0) ?? 0) <= 0xff);
  if (!isLatin || !font || font === 'sans') return 'regular';
  return font === 'serif' ? 'Times-Roman' : 'Courier';
};
const smallest = 6;

/** A text in one line within its width, smaller where it would not fit. */
const drawText = ({ page, width, runsOf }: LetteredSheet, element: Element, text: string): void => {
  const { x, y, w, color, align = 'left', size } = element;
  const left = x * pointsPerMm,
    room = w ? w * pointsPerMm : width - left,
    wanted = size ?? usual.size;
  const runs = runsOf(text, fontOf(element, text));
  page.fontSize(wanted);
  const widths = runs.map((run) => page.font(run.font).widthOfString(run.text)),
    whole = widths.reduce((sum, each) => sum + each, 0);
  const fitting = Math.max(smallest, Math.min(wanted, (wanted * room) / Math.max(1, whole)));
  page.fontSize(fitting).fillColor(color ?? '#14213d');
  const [only] = runs;
  if (only && runs.length === 1) {
    page.font(only.font).text(only.text, left, y * pointsPerMm, { width: room + 1, align: align ?? 'left', lineBreak: false });
    return;
  }
  const spare = Math.max(0, room - (whole * fitting) / wanted);
  let at = left + (align === 'center' ? spare / 2 : align === 'right' ? spare : 0);
  for (const [index, run] of runs.entries()) {
    page.font(run.font).text(run.text, at, y * pointsPerMm, { lineBreak: false });
    at += ((widths[index] ?? 0) * fitting) / wanted;
  }
};
const drawPicture = ({ page }: Sheet, layout: Layout, { img, x, y, w }: Element): void => {
  const data = img ? layout.pictures.get(img) : undefined;
  if (data) page.image(data, x * pointsPerMm, y * pointsPerMm, { width: (w || usual.side) * pointsPerMm });
};

/** Draws a certificate: the picture of the template over the whole page, and its elements where the template has them. The same facts make the same bytes. */
export const drawCertificate = (layout: Layout, { facts, serial, address, fingerprint, issued_at }: Print): Promise<Buffer> => {
  const { width, height } = paperOf(layout);
  const paper: Paper = { width: width * pointsPerMm, height: height * pointsPerMm, margin: 0 };
  const { locale, organization } = layout;
  const head = { locale, organization, timezone: facts.timezone, folio: serial, registered_at: issued_at };
  return writeSheet(head, 'certificates.singular', paper, (sheet) => {
    const background = layout.pictures.get(layout.background_img);
    if (background) sheet.page.image(background, 0, 0, { cover: [paper.width, paper.height], align: 'center', valign: 'center' });
    for (const element of layout.elements ?? []) {
      if (element.kind === 'qr')
        drawQr(sheet.page, {
          text: address,
          x: element.x * pointsPerMm,
          y: element.y * pointsPerMm,
          side: (element.w || usual.side) * pointsPerMm,
          ecc: 'M',
        });
      else if (element.kind === 'img') drawPicture(sheet, layout, element);
      else {
        const text = elementText(element, facts, locale);
        if (text) drawText(sheet, element, text);
      }
    }
    sheet.page
      .font('regular')
      .fontSize(6)
      .fillColor('#5a6478')
      .text(`${serial} · ${fingerprint.slice(0, 16)} · ${address}`, 8 * pointsPerMm, paper.height - 6 * pointsPerMm, { lineBreak: false });
  });
};
