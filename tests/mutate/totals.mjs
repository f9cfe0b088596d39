const kept = 'server/api/list/keptTotals.ts',
  tests = ['tests/api/keptTotals.test.ts'];

/** Totals that are answered without counting. */
export default [
  {
    name: 'a transaction that began before a count and ended after it is overlooked',
    file: kept,
    find: "and not (${later('isExact')}::boolean and pg_visible_in_snapshot(c.xid, ${later('snapshot')}::pg_snapshot))",
    replace: "and ${later('isExact')}::boolean and c.xid >= pg_snapshot_xmax(${later('snapshot')}::pg_snapshot)",
    tests,
  },
  {
    name: 'a change of another table that a filter asks about is overlooked',
    file: kept,
    find: ', ...namesIn(text)',
    replace: '',
    tests,
  },
  {
    name: 'the platform keeps a total while another organization changes',
    file: kept,
    find: 'const organization = grants.is_platform ? null : grants.organizationid;',
    replace: 'const organization = grants.organizationid;',
    tests,
  },
  {
    name: 'a total is kept as long as the process lives, whatever changes',
    file: kept,
    find: 'if (kept && !isChanged) return kept.counted;',
    replace: 'if (kept) return kept.counted;',
    tests,
  },
];
