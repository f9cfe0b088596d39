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
    find: 'const stamps = [sql`updated = now()`, sql`updated_by = ${tx.userid}`, sql`version = version + 1`]',
    replace: 'const stamps = [sql`updated = now()`, sql`updated_by = ${tx.userid}`]',
    tests: writes,
  },
  {
    name: 'a row that is used is removed',
    file: 'server/api/write/write.ts',
    find: 'if (await exists(tx, sql`from ${raw(quote(other.name))}',
    replace: 'if (id < 0 && await exists(tx, sql`from ${raw(quote(other.name))}',
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
    find: "void watch.leave(isRead ? 'commit' : 'rollback');",
    replace: "void watch.leave('commit');",
    tests: writes,
  },
  {
    name: 'two that block each other are not tried again',
    file: 'server/kernel/repeated.ts',
    find: 'if (!isTransient(error)) throw error;',
    replace: 'throw error;',
    tests: ['tests/api/blockedCalls.test.ts'],
    pattern: 'because of another',
  },
  {
    name: 'the wallet is read without a lock',
    file: 'server/features/wallets/wallets.ts',
    find: 'order by ${w.walletid} for no key update',
    replace: 'order by ${w.walletid}',
    tests: ['tests/api/registration/guards.test.ts'],
  },
  {
    name: 'the stock of shirts is read without a lock',
    file: 'server/features/registration/effects/shirts.ts',
    find: 'and ${s.deleted_at} is null order by ${s.tshirt_stockid} for no key update',
    replace: 'and ${s.deleted_at} is null order by ${s.tshirt_stockid}',
    tests: ['tests/api/registration/guards.test.ts'],
  },
  {
    name: 'desks wait for a bib that another holds',
    file: 'server/features/registration/effects/bibs.ts',
    find: 'limit ${count} for update skip locked',
    replace: 'limit ${count} for update',
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
