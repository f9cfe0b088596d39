import { expect, test } from 'vitest';
import { hasWords, literaryIn, literaryWords } from '../../scripts/lib/plainWords.mjs';

const literary = `/** Whoever holds the key shall be told. */
export const toldBy = (laneOf: string, open_deeds: number): string => laneOf; // it stands beside the list
const retoldTexts = 'data-beside';
`;

test('literary words are found in comments, names of any spelling, strings and the path', () => {
  expect(literaryIn('src/toldOf.ts', literary).map((problem) => problem.split(', in plain words')[0])).toEqual([
    'src/toldOf.ts:0: "told"',
    'src/toldOf.ts:1: "told"',
    'src/toldOf.ts:1: "whoever"',
    'src/toldOf.ts:1: "shall"',
    'src/toldOf.ts:2: "deeds"',
    'src/toldOf.ts:2: "told"',
    'src/toldOf.ts:2: "beside"',
    'src/toldOf.ts:2: "lane"',
    'src/toldOf.ts:2: "lane"',
    'src/toldOf.ts:2: "stands"',
    'src/toldOf.ts:3: "retold"',
    'src/toldOf.ts:3: "beside"',
  ]);
});
test('each comes with its usual word', () => {
  expect(literaryIn('some.md', 'It is done anew.')).toEqual(['some.md:1: "anew", in plain words: again']);
});
test('ordinary words that contain one, and idioms, pass', () => {
  const plain = 'Besides, the plane indeed stands still; {name} stands for a name; the folder of the planet. Here and there.';
  expect(literaryIn('docs/plane.md', plain)).toEqual([]);
});
test('code, docs and English texts are looked at; dictionaries, landed migrations and old data are not', () => {
  expect(['src/a.tsx', 'docs/a.md', '.ci/run', 'locales/en/common.json'].filter(hasWords)).toHaveLength(4);
  expect(
    ['scripts/lib/newResource/nouns.ts', 'server/database/migrations/0001_a.ts', 'tests/upgrade/a.ts', 'locales/es/a.json'].filter(
      hasWords,
    ),
  ).toEqual([]);
  expect(literaryWords.size).toBeGreaterThan(10);
});
