/** The answers on the command line to what a comparison cannot know. */
export interface Answers {
  /** `table.old=new`; an empty new name drops the column. */
  readonly renames: readonly { readonly said: string; readonly table: string; readonly from: string; readonly to: string }[];
  /** `table.column:=value`, the value of existing rows for a column that becomes required. */
  readonly values: readonly { readonly said: string; readonly table: string; readonly column: string; readonly value: string }[];
}

/** Reads the answers among the arguments. */
export const readAnswers = (args: readonly string[]): Answers => {
  const values = args.flatMap((said) => {
    const [, table, column, value] = /^(\w+)\.(\w+):=(.*)$/s.exec(said) ?? [];
    return table && column && value !== undefined ? [{ said, table, column, value }] : [];
  });
  const given = new Set(values.map(({ said }) => said));
  const renames = args
    .filter((arg) => !given.has(arg) && !arg.startsWith('--') && arg.includes('='))
    .map((said) => {
      const [left = '', to = ''] = said.split('=');
      const [table = '', from = ''] = left.split('.');
      return { said, table, from, to };
    });
  return { renames, values };
};
