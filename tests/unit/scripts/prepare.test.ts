import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const without: readonly Readonly<Record<string, string>>[] = [
  { CI: 'true' },
  { DEMO: 'off' },
  { NODE_ENV: 'production' },
  { npm_config_omit: 'dev' },
];
test.each(without)('nothing is prepared at the end of npm ci with %o', (given) => {
  const { CI: _ci, NODE_ENV: _mode, DEMO: _demo, npm_config_omit: _omitted, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/prepare.mjs'], {
    env: { ...env, ...given },
    encoding: 'utf8',
    timeout: 20_000,
  });
  expect([status, stdout, stderr]).toEqual([0, '', '']);
});
