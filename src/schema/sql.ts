const literal = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** `column in ('a', 'b')`, for checks over closed sets. */
export const inValues = (column: string, values: readonly string[]): string => `${column} in (${values.map(literal).join(', ')})`;
/** `array['a', 'b']::text[]`. */
export const textArray = (values: readonly string[]): string => `array[${values.map(literal).join(', ')}]::text[]`;
/** A SQL literal of a plain value. */
export const sqlLiteral = (value: string | number | boolean): string => (typeof value === 'string' ? literal(value) : String(value));
