const files = ['tests/load/files.test.ts'],
  pools = ['tests/api/bibPools.test.ts'];

/** What comes in lists: results with their numbers, ranges of bibs, people who are named one by one. */
export default [
  {
    name: 'an id that comes twice is loaded twice',
    file: 'scripts/load/judgeRows.ts',
    find: "if (id !== '' && reason === null) firstLines.set(id, line);",
    replace: '',
    tests: files,
  },
  {
    name: 'namesakes are taken for one person',
    file: 'scripts/load/judgeRows.ts',
    find: 'return others.length > 0 ?',
    replace: 'return others.length > 1 ?',
    tests: files,
  },
  {
    name: 'a division ends a year early',
    file: 'scripts/load/division.ts',
    find: 'to === undefined ? oldest : Number(to)',
    replace: 'to === undefined ? oldest : Number(to) - 1',
    tests: files,
  },
  {
    name: 'a last name that comes first is taken for the first',
    file: 'scripts/load/athleteName.ts',
    find: '{ first_name: given, last_name: family! }',
    replace: '{ first_name: family!, last_name: given }',
    tests: files,
  },
  {
    name: 'a range of bibs lacks its last number',
    file: 'server/features/bibs/bib_pools.hooks.ts',
    find: 'generate_series(${from}::int, ${to}::int) g',
    replace: 'generate_series(${from}::int, ${to}::int - 1) g',
    tests: pools,
  },
  {
    name: 'a range is given the bibs of another',
    file: 'server/features/bibs/bib_pools.hooks.ts',
    find: 'if (isTaken) throw',
    replace: 'if (!isTaken && isTaken) throw',
    tests: pools,
  },
  {
    name: 'a bib in use disappears with its range',
    file: 'server/features/bibs/bib_pools.hooks.ts',
    find: "if (used) throw conflict('POOL_IN_USE'",
    replace: "if (!used && used) throw conflict('POOL_IN_USE'",
    tests: pools,
  },
  {
    name: 'a pool that grows makes no bibs',
    file: 'server/features/bibs/bib_pools.hooks.ts',
    find: 'await makeAll(tx, id, was + 1);',
    replace: '',
    tests: pools,
  },
  {
    name: 'the title of a pasted list is a person',
    file: 'src/domain/web/audienceList.ts',
    find: 'named === undefined || (at === 0 && isTitle(cells)) ?',
    replace: 'named === undefined ?',
    tests: ['tests/api/notifications.test.ts'],
  },
];
