/**
 * `npm ci` runs this at its end: it builds the client and keeps an image of the demo data, in parallel, so that the first `npm start` of
 * this machine waits for neither. Without it, `npm start` does both.
 */
import { commandLine } from './lib/commandLine.mjs';
import { run } from './lib/run.mjs';

commandLine({
  usage: `npm run prepare

Builds the client and prepares the demo data for the first start of new data folders. npm ci runs it at its end, except with CI, DEMO=off, NODE_ENV=production or --omit=dev.`,
});

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
