import { zipOf, type Part } from './zip';

/** A cell of a workbook of tests: a text, a number, or the XML of anything else. */
export type SheetCell = string | number | null | { readonly xml: (reference: string) => string };
export interface SheetOf {
  readonly name: string;
  readonly rows: readonly (readonly SheetCell[])[];
  readonly merges?: readonly string[];
  readonly state?: 'hidden';
}

const escape = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
const letterOf = (at: number): string => (at >= 26 ? letterOf(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26));
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const types = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Styles 1 to 4: a date, a date with time, `[h]:mm:ss`, and a date by a format of its own. */
const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-80A]dddd\\,\\ d&quot; de &quot;mmmm&quot; de &quot;yyyy"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${[0, 14, 22, 46, 164].map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs></styleSheet>`;

export const dated = (serial: number, style = 1): SheetCell => ({ xml: (at) => `<c r="${at}" s="${style}"><v>${serial}</v></c>` });
export const failed = (text: string): SheetCell => ({ xml: (at) => `<c r="${at}" t="e"><v>${text}</v></c>` });
export const formula = (text: string, value: string | null): SheetCell => ({
  xml: (at) => `<c r="${at}" t="str"><f>${escape(text)}</f>${value === null ? '' : `<v>${escape(value)}</v>`}</c>`,
});

const sheetXml = ({ rows, merges = [] }: SheetOf, shared: string[]): string => {
  const cell = (value: SheetCell, reference: string): string => {
    if (value === null) return '';
    if (typeof value === 'number') return `<c r="${reference}"><v>${value}</v></c>`;
    if (typeof value !== 'string') return value.xml(reference);
    if (!shared.includes(value)) shared.push(value);
    return `<c r="${reference}" t="s"><v>${shared.indexOf(value)}</v></c>`;
  };
  const lines = rows.map(
    (row, line) => `<row r="${line + 1}">${row.map((value, at) => cell(value, `${letterOf(at)}${line + 1}`)).join('')}</row>`,
  );
  return `${declaration}<worksheet><sheetData>${lines.join('')}</sheetData><mergeCells>${merges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells></worksheet>`;
};

/** A workbook as Excel writes it, without what nobody reads. */
export const workbookOf = (
  sheets: readonly SheetOf[],
  options: { readonly from1904?: boolean; readonly more?: readonly Part[] } = {},
): Uint8Array => {
  const shared: string[] = [];
  const parts = sheets.map((sheet, at): Part => ({ name: `xl/worksheets/sheet${at + 1}.xml`, text: sheetXml(sheet, shared) }));
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${types}/${type}" Target="${target}"/>`;
  const named = sheets.map(
    ({ name, state }, at) => `<sheet name="${escape(name)}" sheetId="${at + 1}"${state ? ` state="${state}"` : ''} r:id="rId${at + 1}"/>`,
  );
  const relations = sheets.map((_, at) => relation(`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`)).join('');
  return zipOf([
    { name: '[Content_Types].xml', text: '<Types/>' },
    { name: '_rels/.rels', text: `<Relationships>${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>` },
    {
      name: 'xl/workbook.xml',
      text: `${declaration}<workbook xmlns:r="${types}"><workbookPr${options.from1904 ? ' date1904="1"' : ''}/><sheets>${named.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      text: `<Relationships>${relations}${relation('rIdS', 'styles', 'styles.xml')}${relation('rIdT', 'sharedStrings', '/xl/sharedStrings.xml')}</Relationships>`,
    },
    { name: 'xl/styles.xml', text: styles },
    ...parts,
    {
      name: 'xl/sharedStrings.xml',
      text: `<sst>${shared.map((text) => `<si><r><t xml:space="preserve">${escape(text)}</t></r><rPh><t>no</t></rPh></si>`).join('')}</sst>`,
    },
    ...(options.more ?? []),
  ]);
};
