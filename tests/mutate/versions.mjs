const writes = ['tests/api/writes.test.ts'];

/** Who changed what, in which order, and what of it is kept. */
export default [
  {
    name: 'a stale version overwrites',
    file: 'server/api/list/visible.ts',
    find: "if (version !== row['version'])",
    replace: "if (Number(version) > Number(row['version']))",
    tests: writes,
  },
  {
    name: 'a version may be left out',
    file: 'server/api/list/visible.ts',
    find: 'if (!Number.isInteger(version)) throw',
    replace: 'if (version === null) throw',
    tests: writes,
  },
  {
    name: 'a write leaves the version as it was',
    file: 'server/api/write/columns.ts',
    find: "'version = version + 1'].join(', ')} where ${quote(resource.key)} = $1`, [id, tx.userid, ...names",
    replace: "'version = version'].join(', ')} where ${quote(resource.key)} = $1`, [id, tx.userid, ...names",
    tests: writes,
  },
  {
    name: 'a row that is used is removed',
    file: 'server/api/write/write.ts',
    find: 'if (used.length > 0) throw',
    replace: 'if (used.length > 99) throw',
    tests: writes,
  },
  {
    name: 'an edit leaves no trace',
    file: 'server/api/write/write.ts',
    find: "await audit(tx, { resource, id, verb: 'edit', before, after: await readStored(tx, resource, id) });",
    replace: '',
    tests: writes,
  },
  {
    name: 'a rehearsal is kept',
    file: 'server/kernel/transaction.ts',
    find: "void leave(client, isRead ? 'commit' : 'rollback');",
    replace: "void leave(client, 'commit');",
    tests: writes,
  },
  {
    name: 'two that block each other are not tried again',
    file: 'server/kernel/transaction.ts',
    find: 'if (!isTransient(error)) throw error;',
    replace: 'throw error;',
    tests: ['tests/api/blockedCalls.test.ts'],
    pattern: 'because of another',
  },
  {
    name: 'the wallet is read without a lock',
    file: 'server/features/wallets/wallets.ts',
    find: 'from wallets where web_userid = $1 and deleted_at is null for no key update',
    replace: 'from wallets where web_userid = $1 and deleted_at is null',
    tests: ['tests/api/registration/guards.test.ts'],
  },
  {
    name: 'the stock of shirts is read without a lock',
    file: 'server/features/registration/effects/shirts.ts',
    find: 'and size = $2 and deleted_at is null for no key update',
    replace: 'and size = $2 and deleted_at is null',
    tests: ['tests/api/registration/guards.test.ts'],
  },
  {
    name: 'desks wait for a bib that another holds',
    file: 'server/features/registration/effects/bibs.ts',
    find: 'limit 1 for update skip locked',
    replace: 'limit 1 for update',
    tests: ['tests/api/registration/guards.test.ts'],
  },
  {
    name: 'a record that fails undoes nothing of itself',
    file: 'server/api/actions/performRows.ts',
    find: 'closing = undo;',
    replace: 'closing = keep + start;',
    tests: ['tests/api/registration/bulk.test.ts'],
  },
];
