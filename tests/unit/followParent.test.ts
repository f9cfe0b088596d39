import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

const module = new URL('../../scripts/lib/followParent.mjs', import.meta.url).href;
const server = `
  import { followParent } from '${module}';
  followParent();
  const life = setInterval(() => {}, 1000);
  process.on('SIGTERM', () => { console.log('asked to end'); clearInterval(life); });
  console.log('up');`;

test('a server that npm started ends with npm, although the shell between them passes no signal on', async () => {
  const shell = spawn('sh', ['-c', `"$0" --input-type=module -e "$1"; true`, process.execPath, server], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  shell.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  await once(shell.stdout, 'data');
  expect(said).toBe('up\n');
  shell.kill('SIGTERM');
  await once(shell.stdout, 'close'); // when the server lets it go
  expect(said).toBe('up\nasked to end\n');
});
