import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { variables } from '../../server/config';

const read = (file: string): string => readFileSync(file, 'utf8');
/** What a part of a unit sets, the last word for each name. */
const settings = (unit: string, part: string): Readonly<Record<string, string>> => {
  const section = unit.split(/^\[/m).find((each) => each.startsWith(`${part}]`)) ?? '';
  return Object.fromEntries([...section.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]));
};
const hasVerifier = (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'systemd-analyze')));
/** The words of systemd where it is, with programs and people that this machine has; it says nothing where all is well. */
const verify = (unit: string): string => {
  if (!hasVerifier) return '';
  const folder = mkdtempSync(join(tmpdir(), 'dorsal-unit-')),
    file = join(folder, 'dorsal.service');
  writeFileSync(
    file,
    unit
      .replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`)
      .replace(/^(User|Group)=.*\n/gm, '')
      .replaceAll(' postgresql.service', ''),
  );
  const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' });
  rmSync(folder, { recursive: true, force: true });
  return stdout + stderr;
};
/** What systemd says of this unit and of no other unit of the machine. */
const said = (unit: string): readonly string[] =>
  verify(unit)
    .split('\n')
    .filter((line) => line.includes('dorsal.service'));

test('the unit of systemd is one that systemd takes, and runs the program of this project without a shell between', () => {
  const unit = read('deploy/dorsal.service'),
    service = settings(unit, 'Service');
  expect(said(unit)).toEqual([]);
  // What it does not know it names, where it is there to be asked.
  expect(said(unit.replace('KillMode=', 'KillMood='))).toEqual(hasVerifier ? [expect.stringContaining('KillMood')] : []);
  const [, program] = /^\S+\/node (\S+)$/.exec(service['ExecStart'] ?? '') ?? [];
  expect(existsSync(program ?? 'absent')).toBe(true);
  expect(service).toMatchObject({ KillSignal: 'SIGTERM', Restart: 'on-failure', StateDirectory: 'dorsal', User: 'dorsal' });
  expect(service['Environment']).toContain('DATA_DIR=/var/lib/dorsal');
});

test('compose keeps what the image keeps in named volumes, gives a stop the time that the unit gives, and asks for the secrets', () => {
  const compose = read('compose.yaml');
  expect(read('Dockerfile')).toMatch(/^VOLUME \/data$/m);
  expect(compose).toMatch(/^ {6}- files:\/data$/m);
  expect(compose.split(/^volumes:$/m)[1]).toMatch(/^ {2}files:$/m);
  expect(compose).toContain(`stop_grace_period: ${settings(read('deploy/dorsal.service'), 'Service')['TimeoutStopSec']}s`);
  for (const secret of ['AUTH_SECRET', 'POSTGRES_PASSWORD']) expect(compose).toContain(`\${${secret}:?`);
});

/** The lines below a name of `compose.yaml`, one step further in. */
const below = (text: string, name: string): string => new RegExp(`^( *)${name}:\\n((?:\\1 +.*\\n)+)`, 'm').exec(text)?.[2] ?? '';
test('compose starts PostgreSQL first, and gives the server its address and variables that it reads', () => {
  const services = below(read('compose.yaml'), 'services'),
    database = below(services, 'database'),
    dorsal = below(services, 'dorsal');
  const given = Object.fromEntries([...below(dorsal, 'environment').matchAll(/^ *(\w+): (.*)$/gm)].map(([, name, value]) => [name, value]));
  const known = new Set<string>(variables.map(({ name }) => name));
  expect(Object.keys(given).filter((name) => !known.has(name))).toEqual([]);
  const [, user, password, host, name] = /^postgres:\/\/(\w+):(.+)@(\w+):5432\/(\w+)$/.exec(given['DATABASE_URL'] ?? '') ?? [];
  expect([host, password]).toEqual(['database', '${POSTGRES_PASSWORD}']);
  expect(database).toMatch(/image: postgres:\d+/);
  expect(database).toContain(`POSTGRES_USER: ${user}\n`);
  expect(database).toContain(`POSTGRES_DB: ${name}\n`);
  expect(database).toContain(`'pg_isready', '-U', '${user}', '-d', '${name}'`);
  expect(below(dorsal, 'depends_on')).toMatch(/database:\n +condition: service_healthy/);
});
