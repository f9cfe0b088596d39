/** Opens the data folder given as argument, says so, and keeps it until its input ends. */
import { openDatabase } from '../../server/database/openDatabase';

try {
  const database = await openDatabase({ dataDir: process.argv[2]! });
  await database.pool.query('create table if not exists kept (n int); insert into kept values (1)');
  console.log('open');
  process.stdin.resume();
  process.stdin.on('end', () => void database.close().then(() => process.exit(0)));
} catch (error) {
  console.log((error as Error).message);
  process.exit(1);
}
