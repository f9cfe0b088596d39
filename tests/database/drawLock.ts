/** Waits until the moment given, then takes the lock of the folder or says who has it; lives on either way until its input ends or it is killed. */
import { lockFolder } from '../../server/database/folderLock';

const [, , folder, moment] = process.argv;
await new Promise((done) => setTimeout(done, Math.max(0, Number(moment) - Date.now())));
try {
  lockFolder(folder!);
  console.log('held');
} catch {
  console.log('refused');
}
process.stdin.once('end', () => process.exit(0)).resume();
