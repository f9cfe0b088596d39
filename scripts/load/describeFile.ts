import type { MappedFile } from './readResults';

const samples = 3,
  widest = 40;
const short = (text: string): string => (text.length > widest ? `${text.slice(0, widest - 1)}…` : text);

/** How a file is read and which field each column fills, line by line, with samples. */
export const describeFile = ({ table, mapping, guesses, isGuessed }: MappedFile): readonly string[] => {
  const { kind, reading, sheets, skipped, rowsTotal } = table;
  const [chosen, ...others] = sheets;
  const how = kind === 'text' ? [reading.encoding, `delimiter ${JSON.stringify(reading.delimiter)}`] : [kind, `sheet "${chosen?.name}"`];
  const width = Math.max(...table.columns.map(({ name }) => name.length));
  const columns = mapping.columns.map(({ column, field }) => {
    const guess = guesses.find((each) => each.column.name === column);
    const values = (guess?.column.values ?? []).slice(0, samples).map(short).join(' | ');
    const sure = isGuessed && field !== null ? ` (${Math.round((guess?.score ?? 0) * 100)} %)` : '';
    return `  ${column.padEnd(width)}  ${field === null ? 'not read' : `-> ${field}${sure}`}${values ? `   ${values}` : ''}`;
  });
  return [
    `${how.join(', ')}, header on line ${reading.header ?? 'none'}, ${rowsTotal} rows`,
    ...columns,
    ...others.map(({ name, rows, hidden }) => `sheet "${name}" is not read: ${rows} rows${hidden ? ', hidden' : ''}`),
    ...skipped.map(({ line, why }) => `line ${line} is not read: ${why}`),
  ];
};
