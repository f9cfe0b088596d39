import type { CellKind } from '@/schema/cell';
import { styledKinds } from './cells';
import type { Encoder, Sheet } from './Encoder';
import { createZip, mostBytes } from './zip';
import { DomainError } from '../../../kernel/DomainError';

/** Rows of a sheet, the head included, that the format allows. */
export const mostSheetRows = 1_048_576;

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships',
  kinds = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll(/\p{Cc}/gu, ' ');

const contentTypes = `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${kinds}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${kinds}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${kinds}.styles+xml"/></Types>`;
const rootRelations = `${head}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;
const bookRelations = `${head}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`;
const longestSheetName = 31;
/** The name of a sheet may not hold these. */
const sheetName = (title: string): string =>
  title
    .replace(/[\\/?*[\]:']/g, ' ')
    .trim()
    .slice(0, longestSheetName)
    .trim() || 'Dorsal';
const workbookOf = (title: string): string =>
  `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="${escaped(sheetName(title))}" sheetId="1" r:id="rId1"/></sheets></workbook>`;

const formats: { readonly [K in (typeof styledKinds)[number]]: string } = {
  money: '"$"#,##0.00',
  percent: '0.##%',
  duration: '[h]:mm:ss',
  day: 'dd/mm/yyyy',
  instant: 'dd/mm/yyyy hh:mm',
};
const firstFormat = 164;
const styleSheet = `${head}<styleSheet xmlns="${main}"><numFmts count="${styledKinds.length}">${styledKinds.map((kind, at) => `<numFmt numFmtId="${firstFormat + at}" formatCode="${escaped(formats[kind])}"/>`).join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${styledKinds.length + 2}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>${styledKinds.map((_, at) => `<xf numFmtId="${firstFormat + at}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`;

const widths: { readonly [K in CellKind]: number } = {
  text: 24,
  number: 12,
  money: 14,
  percent: 10,
  duration: 12,
  day: 12,
  instant: 17,
  yesNo: 9,
};
const sheetHead = ({ columns }: Sheet): string =>
  `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns
    .map(
      ({ kind, label }, at) =>
        `<col min="${at + 1}" max="${at + 1}" width="${Math.max(widths[kind], Math.min(label.length + 3, 40))}" customWidth="1"/>`,
    )
    .join(
      '',
    )}</cols><sheetData><row>${columns.map(({ label }) => `<c s="1" t="inlineStr"><is><t>${escaped(label)}</t></is></c>`).join('')}</row>`;
const letters = 26;
/** The letters of a column: 0 is A, 26 is AA. */
const columnName = (at: number): string =>
  (at >= letters ? columnName(Math.floor(at / letters) - 1) : '') + String.fromCharCode('A'.charCodeAt(0) + (at % letters));
const sheetEnd = ({ columns }: Sheet, rows: number): string =>
  `</sheetData><autoFilter ref="A1:${columnName(columns.length - 1)}${rows + 1}"/></worksheet>`;

const space = 0x20,
  tab = 0x09,
  line = 0x0a,
  carriage = 0x0d;
const isNone = (data: Buffer, at: number): boolean => {
  const byte = data[at] ?? 0;
  if (byte < space) return byte !== tab && byte !== line && byte !== carriage;
  return byte === 0xef && data[at + 1] === 0xbf && (data[at + 2] ?? 0) >= 0xbe; // U+FFFE and U+FFFF
};
/** Takes out what XML cannot say at all: control characters, with which the database also marks texts of several lines. */
export const withoutControls = (data: Buffer): Buffer => {
  let kept = 0;
  for (let at = 0; at < data.length; at += 1) {
    if (isNone(data, at)) {
      if ((data[at] ?? 0) > space) at += 2;
      continue;
    }
    data[kept] = data[at] ?? 0;
    kept += 1;
  }
  return data.subarray(0, kept);
};

/** Writes a workbook of one sheet, with its head frozen; the rows come as elements. */
export const workbookEncoder = (sheet: Sheet): Encoder => {
  const zip = createZip();
  let rows = 0;
  const parts = [
    zip.add('[Content_Types].xml', contentTypes),
    zip.add('_rels/.rels', rootRelations),
    zip.add('xl/workbook.xml', workbookOf(sheet.title)),
    zip.add('xl/_rels/workbook.xml.rels', bookRelations),
    zip.add('xl/styles.xml', styleSheet),
  ];
  const entry = zip.begin('xl/worksheets/sheet1.xml');
  const put = (data: Buffer): Promise<Buffer> => {
    if (entry.size() + data.length > mostBytes) throw new DomainError('DOWNLOAD_TOO_LARGE');
    return entry.write(data);
  };
  return {
    begin: async () => Buffer.concat([...parts, entry.head, await put(Buffer.from(sheetHead(sheet)))]),
    write: (data, count) => {
      rows += count;
      return put(withoutControls(data));
    },
    end: async () => Buffer.concat([await put(Buffer.from(sheetEnd(sheet, rows))), await entry.end(), zip.end()]),
  };
};
