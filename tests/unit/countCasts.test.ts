import { expect, test } from 'vitest';
import { castsIn } from '../../scripts/lib/countCasts.mjs';

test('casts are counted by line, in code and nowhere else', () => {
  const text = `
const one = value as string; // as in a comment
const two = ['as any', 'x!'] as const;
const three = (value as unknown as number)!;
const four = list[0]!.name !== other!;
`;
  expect(castsIn('some.ts', text)).toEqual({ as: [2, 4, 4], bang: [4, 5, 5] });
});
test('also in components', () => {
  expect(castsIn('some.tsx', 'const Shown = () => <b title={name!}>{value as string}</b>;')).toEqual({ as: [1], bang: [1] });
});
