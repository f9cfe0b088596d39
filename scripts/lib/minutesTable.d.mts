export function minutesTable(
  rows: readonly (readonly [name: string, seconds: number, inside?: Readonly<Record<string, number>>])[],
): string;
