import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyLive, offerCopies } from '../../server/backup/liveCopy';
import { openDatabase } from '../../server/database/openDatabase';
import { ownIdentity } from '../../server/database/processIdentity';
import { openFolderDatabase } from '../support/database';
import { longer } from '../support/limits';
import { valueOf } from './seed';

test(
  'the embedded database is copied while its server writes, and the copy is of one moment',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'dorsal-copied-'));
    const database = await openFolderDatabase(dataDir),
      copies = await offerCopies(dataDir, database.pool);
    try {
      await database.pool.query(
        'create table pairs (id int primary key, one int not null, other int not null); insert into pairs select g, 0, 0 from generate_series(1, 200) g',
      );
      const over = new AbortController();
      let writes = 0;
      const writing = (async () => {
        for (; !over.signal.aborted; writes += 1) {
          await database.pool.query('update pairs set one = one + 1, other = other + 1');
          await new Promise(setImmediate);
        }
      })();
      const copy = await copyLive(dataDir).finally(() => over.abort());
      await writing;
      expect(writes).toBeGreaterThan(1);
      const opened = await openDatabase({ dataDir: copy!.folder });
      const copied = await valueOf<number>(opened.pool, 'select sum(one) from pairs');
      expect(
        await valueOf<number>(opened.pool, 'select count(*)::int from pairs where one = other and one = (select min(one) from pairs)'),
      ).toBe(200);
      expect(copied).toBeGreaterThan(0);
      expect(await valueOf<number>(opened.pool, 'select count(*)::int from states')).toBe(
        await valueOf<number>(database.pool, 'select count(*)::int from states'),
      );
      await opened.close();
      await copy!.remove();
      copies.close();
      expect(await copyLive(dataDir)).toBeNull();
    } finally {
      copies.close();
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
  longer.timeout,
);

test('what a backup that was killed left in the data folder goes when the server starts, and what one reads at this moment stays', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'dorsal-left-'));
  const leave = (name: string, maker?: object): void => {
    mkdirSync(join(dataDir, name, 'database'), { recursive: true });
    if (maker) writeFileSync(join(dataDir, name, 'maker.json'), JSON.stringify(maker));
  };
  const own = ownIdentity();
  leave('copy-nobody');
  leave('copy-killed', { ...own, started: 'in another life' });
  leave('copy-reading', own);
  leave('copy-elsewhere', { ...own, host: 'another container' });
  leave('database');
  const copies = await offerCopies(dataDir, { query: () => Promise.reject(new Error('not asked')) } as never);
  try {
    const there = (name: string): boolean => existsSync(join(dataDir, name));
    expect(['copy-nobody', 'copy-killed', 'copy-reading', 'copy-elsewhere', 'database'].filter(there)).toEqual([
      'copy-reading',
      'copy-elsewhere',
      'database',
    ]);
  } finally {
    copies.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
