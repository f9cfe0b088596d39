import { DomainError } from '../../../kernel/DomainError';
import { lookOf, type NumberLook } from './excelDates';
import type { Limits } from './limits';
import type { Zip } from './openZip';
import { readWholeXml, type Attributes, type XmlReader } from './xml';

export interface WorkbookSheet {
  readonly name: string;
  readonly hidden: boolean;
  readonly part: string;
}

/** What the sheets of a workbook share. */
export interface Workbook {
  readonly from1904: boolean;
  readonly sheets: readonly WorkbookSheet[];
  readonly texts: readonly string[];
  /** The kind of number for each cell style. */
  readonly looks: readonly NumberLook[];
}

const said = (value: string | undefined): boolean => value === '1' || value === 'true';
/** An attribute by its name, with any prefix. */
const attributeOf = (attributes: Attributes, name: string): string | undefined =>
  attributes[name] ?? Object.entries(attributes).find(([key]) => key.endsWith(`:${name}`))?.[1];
const folderOf = (part: string): string => part.slice(0, part.lastIndexOf('/') + 1);

/** A path of a relationship, relative to the part that contains it. */
const resolve = (part: string, target: string): string => {
  if (target.startsWith('/')) return target.slice(1);
  const steps: string[] = [];
  for (const step of `${folderOf(part)}${target}`.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.') steps.push(step);
  }
  return steps.join('/');
};

interface Relation {
  readonly id: string;
  readonly type: string;
  readonly part: string;
}

const relationsOf = async (zip: Zip, part: string, limits: Limits): Promise<readonly Relation[]> => {
  const name = `${folderOf(part)}_rels/${part.slice(folderOf(part).length)}.rels`;
  const found: Relation[] = [];
  if (!zip.has(name)) return found;
  const open: XmlReader['open'] = (tag, { Id = '', Type = '', Target = '', TargetMode }) => {
    if (tag === 'Relationship' && TargetMode !== 'External')
      found.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), part: resolve(part, Target) });
  };
  await readWholeXml(zip.read(name), { open }, limits);
  return found;
};

const readLooks = async (zip: Zip, part: string | undefined, limits: Limits): Promise<readonly NumberLook[]> => {
  const formats = new Map<number, string>();
  const looks: NumberLook[] = [];
  if (part === undefined || !zip.has(part)) return looks;
  let inCells = false;
  const open: XmlReader['open'] = (tag, { numFmtId, formatCode }) => {
    if (tag === 'numFmt' && numFmtId !== undefined && formatCode !== undefined) formats.set(Number(numFmtId), formatCode);
    else if (tag === 'cellXfs') inCells = true;
    else if (tag === 'xf' && inCells) looks.push(lookOf(Number(numFmtId ?? 0), formats.get(Number(numFmtId ?? 0))));
  };
  const close: XmlReader['close'] = (tag) => {
    if (tag === 'cellXfs') inCells = false;
  };
  await readWholeXml(zip.read(part), { open, close }, limits);
  return looks;
};

const readTexts = async (zip: Zip, part: string | undefined, limits: Limits): Promise<readonly string[]> => {
  const texts: string[] = [];
  if (part === undefined || !zip.has(part)) return texts;
  let text = '',
    takes = false,
    sounds = 0,
    held = 0;
  const reader: XmlReader = {
    open: (tag) => {
      if (tag === 'si') text = '';
      if (tag === 'rPh') sounds += 1; // the reading aid of a Japanese text
      takes = tag === 't' && sounds === 0;
    },
    text: (part_) => {
      if (takes) text += part_;
    },
    close: (tag) => {
      takes = false;
      if (tag === 'rPh') sounds -= 1;
      if (tag !== 'si') return;
      held += text.length * 2;
      if (held > limits.sharedBytes) throw new DomainError('TABLE_UNPACKS_TOO_LARGE');
      texts.push(text);
    },
  };
  await readWholeXml(zip.read(part), reader, limits);
  return texts;
};

/** Reads what the sheets of a workbook need: their names, the shared texts, the formats and the date system. */
export const readWorkbook = async (zip: Zip, limits: Limits): Promise<Workbook> => {
  const main = (await relationsOf(zip, '', limits)).find(({ type }) => type === 'officeDocument')?.part ?? 'xl/workbook.xml';
  if (!zip.has(main) || main.endsWith('.bin')) throw new DomainError('TABLE_UNSUPPORTED');
  const relations = await relationsOf(zip, main, limits);
  const sheets: WorkbookSheet[] = [];
  let from1904 = false;
  const open: XmlReader['open'] = (tag, attributes) => {
    if (tag === 'workbookPr') from1904 = said(attributes['date1904']);
    if (tag !== 'sheet') return;
    const relation = relations.find(({ id }) => id === attributeOf(attributes, 'id'));
    if (relation?.type === 'worksheet' && zip.has(relation.part))
      sheets.push({ name: attributes['name'] ?? '', hidden: (attributes['state'] ?? 'visible') !== 'visible', part: relation.part });
  };
  await readWholeXml(zip.read(main), { open }, limits);
  const partOf = (type: string): string | undefined => relations.find((relation) => relation.type === type)?.part;
  const looks = await readLooks(zip, partOf('styles'), limits);
  return { from1904, sheets, texts: await readTexts(zip, partOf('sharedStrings'), limits), looks };
};
