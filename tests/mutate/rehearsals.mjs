const foresee = 'server/features/registration/foresee',
  compared = ['tests/api/registration/foresee.test.ts'],
  runs = ['tests/api/runs.test.ts'];

/** What a rehearsal over many records says of those that it does not try. */
export default [
  {
    name: 'a forecast compares with nothing but zero',
    file: `${foresee}/ledger.ts`,
    find: 'return there === null || there >= amount;',
    replace: 'return there === null || there > 0;',
    tests: compared,
  },
  {
    name: 'a forecast forgets the budget of a coupon',
    file: `${foresee}/couponBook.ts`,
    find: 'if (!budgets.has(couponid, more)) return refusals.exhausted;',
    replace: '',
    tests: compared,
  },
  {
    name: 'a forecast lets an athlete pay for two places of one distance',
    file: `${foresee}/money.ts`,
    find: 'return isPaid(fact) && (fact.isSecond || active.has(`${fact.distanceid} ${fact.web_userid}`)) ? second : null;',
    replace: 'return isPaid(fact) && fact.isSecond ? second : null;',
    tests: compared,
  },
  {
    name: 'a forecast gives everybody a number of the first pool',
    file: `${foresee}/numbers.ts`,
    find: 'else free.take(drawn);',
    replace: '',
    tests: compared,
  },
  {
    name: 'a rehearsal over many looks at no state',
    file: 'server/api/actions/judgeStates.ts',
    find: 'const refusal = isOpen ? refusalOf(resource, action, row, tx) : null;',
    replace: 'const refusal = null;',
    tests: runs,
  },
  {
    name: 'records that refuse by their state take their share in a forecast',
    file: 'server/api/actions/foreseeRows.ts',
    find: 'const open = ids.filter((id) => !refused.has(id)),',
    replace: 'const open = ids,',
    tests: runs,
  },
];
