/** Waits until the moment given, then takes the lock of the folder or says who has it; lives on for a while either way. */
import { lockFolder } from '../../server/database/folderLock';

const [, , folder, moment] = process.argv;
const lingerMs = 1500;
await new Promise((done) => setTimeout(done, Math.max(0, Number(moment) - Date.now())));
try {
  lockFolder(folder!);
  console.log('held');
} catch {
  console.log('refused');
}
setTimeout(() => process.exit(0), lingerMs);
