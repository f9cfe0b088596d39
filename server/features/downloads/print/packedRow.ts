import { textIn } from '@/schema/unknown';

/** The columns of a kit that is packed, in the order in which they are read. */
export const packedColumns = [
  'distanceid',
  'distanceid.code',
  'prefix',
  'number',
  'name',
  'folio',
  'age_categoryid',
  'tshirt_modelid',
  'tshirt_size',
  'exoneration_status',
  'kit_status',
  'waveid',
] as const;
type Column = (typeof packedColumns)[number];

/** One kit as it is printed; a text that the person may not read, or that does not exist, is empty. */
export type PackedRow = { readonly [C in Column]: string };

/** Reads a row as the database writes it for paper: a list of texts. */
export const packedRow = (line: string): PackedRow => {
  const values: unknown = JSON.parse(line);
  const texts = Array.isArray(values) ? values : [];
  const at = (column: Column): string => textIn(texts[packedColumns.indexOf(column)]) ?? '';
  return {
    distanceid: at('distanceid'),
    'distanceid.code': at('distanceid.code'),
    prefix: at('prefix'),
    number: at('number'),
    name: at('name'),
    folio: at('folio'),
    age_categoryid: at('age_categoryid'),
    tshirt_modelid: at('tshirt_modelid'),
    tshirt_size: at('tshirt_size'),
    exoneration_status: at('exoneration_status'),
    kit_status: at('kit_status'),
    waveid: at('waveid'),
  };
};
/** The number as it is on the bib. */
export const bibOf = ({ prefix, number }: PackedRow): string => (number === '' ? '' : `${prefix}${number}`);
