/**
 * `npm ci` runs this at its end: it builds the client and keeps an image of the demo data, side by side, so that the first `npm start` of
 * this machine has neither to wait for. Without it, `npm start` does both.
 */
import { run } from './lib/run.mjs';

const { CI, NODE_ENV, DEMO, npm_config_omit: omitted } = process.env;
const isWanted = !CI && NODE_ENV !== 'production' && DEMO !== 'off' && !omitted?.includes('dev');
if (isWanted) {
  process.stderr.write('Building the client and preparing demo data: about a minute (DEMO=off leaves it out)\n');
  const node = [process.execPath];
  const all = await Promise.all([
    run(node, ['scripts/build.mjs'], { quiet: true }),
    run(node, ['--import', 'tsx', 'demo/demo.ts', '--image'], { quiet: true }),
  ]);
  for (const { code, output } of all) if (code !== 0) process.stderr.write(`${output}\nNot prepared; npm start does it.\n`);
}
