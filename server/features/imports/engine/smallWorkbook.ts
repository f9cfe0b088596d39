import { crc32, deflateRawSync } from 'node:zlib';

interface Part {
  readonly name: string;
  readonly text: string;
}
const version = 20,
  deflated = 8,
  firstDay = 0x21;
const numbers = (...parts: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer => {
  const buffer = Buffer.alloc(parts.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of parts) at = bytes === 2 ? buffer.writeUInt16LE(value, at) : buffer.writeUInt32LE(value, at);
  return buffer;
};

/** A ZIP file of a few small parts (APPNOTE.TXT, sections 4.3.7 to 4.3.16). */
const zipOf = (parts: readonly Part[]): Buffer => {
  const files: Buffer[] = [],
    directory: Buffer[] = [];
  let offset = 0;
  for (const { name, text } of parts) {
    const data = Buffer.from(text),
      packed = deflateRawSync(data),
      title = Buffer.from(name);
    const common = [
      [2, version],
      [2, 0],
      [2, deflated],
      [2, 0],
      [2, firstDay],
      [4, crc32(data)],
      [4, packed.length],
      [4, data.length],
      [2, title.length],
      [2, 0],
    ] as const;
    const file = Buffer.concat([numbers([4, 0x04034b50], ...common), title, packed]);
    directory.push(Buffer.concat([numbers([4, 0x02014b50], [2, version], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]), title]));
    files.push(file);
    offset += file.length;
  }
  const list = Buffer.concat(directory);
  const end = numbers([4, 0x06054b50], [2, 0], [2, 0], [2, parts.length], [2, parts.length], [4, list.length], [4, offset], [2, 0]);
  return Buffer.concat([...files, list, end]);
};

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const sheets = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A workbook of one sheet whose first line stays in view: what a file to fill in needs. */
export const smallWorkbook = (name: string, rows: readonly (readonly string[])[]): Buffer => {
  const cell = (text: string): string => `<c t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
  const lines = rows.map((cells) => `<row>${cells.map(cell).join('')}</row>`).join('');
  const view =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
  return zipOf([
    {
      name: '[Content_Types].xml',
      text: `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${kind}.worksheet+xml"/></Types>`,
    },
    {
      name: '_rels/.rels',
      text: `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      text: `${head}<workbook xmlns="${sheets}" xmlns:r="${office}"><sheets><sheet name="${escaped(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      text: `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    },
    { name: 'xl/worksheets/sheet1.xml', text: `${head}<worksheet xmlns="${sheets}">${view}<sheetData>${lines}</sheetData></worksheet>` },
  ]);
};
