import { DomainError } from '../../../kernel/DomainError';
import { isEmpty, type Cell, type Merge, type Row } from './Cell';
import type { Grid } from './Grid';
import type { Limits } from './limits';
import type { Zip } from './openZip';
import { readWholeXml, readXml, type Attributes, type XmlReader } from './xml';

const content = 'content.xml';
const hourMs = 3_600_000,
  minuteMs = 60_000,
  secondMs = 1000;

const timeOf = (text: string): Cell => {
  const [, hours, minutes, seconds] = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:([\d.,]+)S)?/.exec(text) ?? [];
  return {
    is: 'time',
    ms: Number(hours ?? 0) * hourMs + Number(minutes ?? 0) * minuteMs + Math.round(Number((seconds ?? '0').replace(',', '.')) * secondMs),
  };
};
const dateOf = (text: string): Cell => ({ is: 'date', text: text.replace(/T00:00:00.*$/, '').slice(0, 19) });

const cellOf = (attributes: Attributes, text: string): Cell => {
  const type = attributes['calcext:value-type'] ?? attributes['office:value-type'];
  const number = Number(attributes['office:value']);
  if (type === 'error') return { is: 'error', text };
  if (type === 'date') return dateOf(attributes['office:date-value'] ?? text);
  if (type === 'time') return timeOf(attributes['office:time-value'] ?? '');
  if (type === 'boolean') return attributes['office:boolean-value'] === 'true';
  if ((type === 'float' || type === 'currency' || type === 'percentage') && Number.isFinite(number)) return number;
  const said = attributes['office:string-value'] ?? text;
  return said === '' ? null : said;
};

const timesOf = (attributes: Attributes, name: string): number => Math.max(1, Number(attributes[name] ?? 1) || 1);

/** What happens with the tags of one table. */
class TableReader implements XmlReader {
  rows: Row[] = [];
  readonly merges: Merge[] = [];
  private at = -1;
  private inTable = false;
  private line = 0;
  private rowTimes = 1;
  private cells: Cell[] = [];
  private column = 0;
  private cell: { readonly attributes: Attributes; text: string; paragraphs: number } | null = null;
  private notes = 0;

  constructor(
    private readonly wanted: number,
    private readonly limits: Limits,
  ) {}

  readonly open = (tag: string, attributes: Attributes): void => {
    if (tag === 'table') this.inTable = (this.at += 1) === this.wanted;
    if (!this.inTable) return;
    if (tag === 'table-row') {
      this.cells = [];
      this.column = 0;
      this.rowTimes = timesOf(attributes, 'table:number-rows-repeated');
    } else if (tag === 'table-cell' || tag === 'covered-table-cell') this.cell = { attributes, text: '', paragraphs: 0 };
    else if (tag === 'annotation') this.notes += 1;
    else if (this.cell && this.notes === 0) this.openText(tag, attributes);
  };

  readonly text = (text: string): void => {
    if (this.cell && this.cell.paragraphs > 0 && this.notes === 0) this.cell.text += text;
  };

  readonly close = (tag: string): void => {
    if (!this.inTable) return;
    if (tag === 'annotation') this.notes -= 1;
    else if (tag === 'table-cell' || tag === 'covered-table-cell') this.closeCell();
    else if (tag === 'table-row') this.closeRow();
    else if (tag === 'table') this.inTable = false;
  };

  private openText(tag: string, attributes: Attributes): void {
    if (!this.cell) return;
    if (tag === 'p') {
      if (this.cell.paragraphs > 0) this.cell.text += '\n';
      this.cell.paragraphs += 1;
    } else if (tag === 's') this.cell.text += ' '.repeat(Math.min(100, timesOf(attributes, 'text:c')));
    else if (tag === 'tab' || tag === 'line-break') this.cell.text += ' ';
  }

  private closeCell(): void {
    if (!this.cell) return;
    const { attributes, text } = this.cell;
    this.cell = null;
    const value = cellOf(attributes, text);
    const times = timesOf(attributes, 'table:number-columns-repeated');
    this.keepMerge(attributes);
    if (!isEmpty(value)) {
      if (this.column + times > this.limits.columns)
        throw new DomainError('TABLE_TOO_MANY_COLUMNS', { params: { most: this.limits.columns } });
      while (this.cells.length < this.column) this.cells.push(null);
      for (let time = 0; time < times; time += 1) this.cells.push(value);
    }
    this.column += times;
  }

  private keepMerge(attributes: Attributes): void {
    const right = timesOf(attributes, 'table:number-columns-spanned') - 1,
      down = timesOf(attributes, 'table:number-rows-spanned') - 1;
    if (right + down > 0 && this.merges.length < 1000)
      this.merges.push({ top: this.line, left: this.column, bottom: this.line + down, right: this.column + right });
  }

  private closeRow(): void {
    // a sheet often ends with a million rows that are one empty row, repeated
    const times = this.cells.length === 0 ? 0 : Math.min(this.rowTimes, this.limits.rows + 1);
    for (let time = 0; time < times; time += 1) this.rows.push({ line: this.line + time + 1, cells: this.cells });
    this.line += this.rowTimes;
  }
}

/** The tables of an OpenDocument spreadsheet. Formulas are read as their stored results. */
export const gridsOfDocument = async (zip: Zip, limits: Limits): Promise<readonly Grid[]> => {
  const names: string[] = [];
  const open: XmlReader['open'] = (tag, attributes) => {
    if (tag === 'encryption-data') throw new DomainError('TABLE_PROTECTED');
    if (tag === 'table') names.push(attributes['table:name'] ?? '');
  };
  if (zip.has('META-INF/manifest.xml')) await readWholeXml(zip.read('META-INF/manifest.xml'), { open }, limits);
  await readWholeXml(zip.read(content), { open }, limits);
  return names.map((name, at): Grid => {
    let merges: readonly Merge[] = [];
    return {
      name,
      hidden: false,
      even: false,
      merges: () => merges,
      async *rows() {
        const reader = new TableReader(at, limits);
        for await (const block of readXml(zip.read(content), reader, limits)) {
          void block;
          if (reader.rows.length === 0) continue;
          yield reader.rows;
          reader.rows = [];
        }
        merges = reader.merges;
      },
    };
  });
};
