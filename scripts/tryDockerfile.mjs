/**
 * `node scripts/tryDockerfile.mjs`: runs the steps of the Dockerfile in an empty folder, without a container runtime, then starts the
 * result as its user, waits until it is ready, runs its health check and stops it like a container. It uses the Node.js that runs this
 * script.
 */
import { spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { requireNode } from './lib/requireNode.mjs';
import { root } from './lib/run.mjs';

requireNode();
const readyMs = 180_000,
  stopMs = 75_000,
  nobody = 65_534;
const isRoot = process.getuid?.() === 0;
const runner = isRoot ? { uid: nobody, gid: nobody } : {};
const owner = isRoot ? `${nobody}:${nobody}` : `${process.getuid?.() ?? 0}:${process.getgid?.() ?? 0}`;
const machine = mkdtempSync(join(tmpdir(), 'dorsal-image-'));
chmodSync(machine, 0o755); // another user must be able to enter

const say = (line) => process.stdout.write(`${line}\n`);
const fail = (sentence) => {
  throw new Error(sentence);
};
/** The local path for a path of the image. */
const inside = (path) => join(machine, path);

/** The instructions of the file, each with its arguments. */
const instructions = readFileSync(join(root, 'Dockerfile'), 'utf8')
  .replaceAll('\\\n', ' ')
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => ({ name: line.split(/\s+/, 1)[0], rest: line.replace(/^\S+\s+/, '') }));
const allowed = new Set(
  readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1).trim()),
);

/** The image as read so far. */
const image = { folder: '/', env: {}, user: 'root', command: [], health: [], stopSignal: 'SIGTERM', port: '' };
const environment = () => ({
  PATH: process.env.PATH,
  HOME: machine,
  npm_config_cache: process.env.npm_config_cache ?? join(process.env.HOME ?? machine, '.npm'),
  npm_config_registry: process.env.npm_config_registry,
  ...image.env,
});

const run = (command, args, options) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: inside(image.folder), env: environment(), stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        said += chunk;
      });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, said }));
  });
const copy = (rest) => {
  const words = rest.split(/\s+/),
    to = words.pop();
  for (const from of words) {
    if (!allowed.has(from)) fail(`COPY ${from}: .dockerignore keeps it out`);
    if (!existsSync(join(root, from))) fail(`COPY ${from}: it does not exist`);
    const target = inside(join(image.folder, to)),
      isFolder = statSync(join(root, from)).isDirectory();
    cpSync(join(root, from), isFolder || !to.endsWith('/') ? target : join(target, basename(from)), { recursive: true });
  }
};
const steps = {
  FROM: (rest) => {
    if (!/^node:(2[0-9])-/.test(rest)) fail(`FROM ${rest}: an image of Node.js was expected`);
  },
  WORKDIR: (rest) => {
    image.folder = rest;
    mkdirSync(inside(rest), { recursive: true });
  },
  ENV: (rest) => {
    for (const [, name, value] of rest.matchAll(/(\w+)=(\S+)/g)) image.env[name] = value;
  },
  COPY: copy,
  RUN: async (rest) => {
    const { code, said } = await run('sh', ['-ec', rest.replaceAll(' /data', ` ${inside('/data')}`).replaceAll('node:node', owner)], {});
    if (code !== 0) fail(`RUN ${rest} ended with ${code}:\n${said.slice(-4000)}`);
  },
  USER: (rest) => {
    image.user = rest;
  },
  VOLUME: (rest) => {
    if (!existsSync(inside(rest))) fail(`VOLUME ${rest}: no step made it`);
  },
  EXPOSE: (rest) => {
    image.port = rest;
  },
  STOPSIGNAL: (rest) => {
    image.stopSignal = rest;
  },
  HEALTHCHECK: (rest) => {
    image.health = JSON.parse(rest.slice(rest.indexOf('CMD ') + 4));
  },
  CMD: (rest) => {
    image.command = JSON.parse(rest);
  },
};

const freePort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

const tryCommand = async () => {
  if (image.user === 'root') fail('the image runs as root');
  if (image.port !== image.env.PORT) fail(`EXPOSE ${image.port} is not PORT=${image.env.PORT}`);
  const port = String(await freePort());
  Object.assign(image.env, {
    PORT: port,
    PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
    DATA_DIR: inside(image.env.DATA_DIR),
    HOST: '127.0.0.1',
  });
  const [command, ...args] = image.command;
  const server = spawn(command, args, { cwd: inside(image.folder), env: environment(), stdio: ['ignore', 'pipe', 'pipe'], ...runner });
  process.once('exit', () => server.kill('SIGKILL'));
  let said = '';
  const ended = new Promise((resolve) => server.once('close', resolve));
  const ready = new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`it was not ready in time:\n${said}`)), readyMs);
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', (chunk) => {
        said += chunk;
        if (/^ready /m.test(said)) {
          clearTimeout(late);
          resolve();
        }
      });
    ended.then((code) => {
      clearTimeout(late);
      reject(new Error(`it ended with ${code}:\n${said}`));
    });
  });
  await ready;
  for (const path of ['/readyz', '/', '/config.js']) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept: 'text/html' } });
    if (answer.status !== 200) fail(`${path} answered ${answer.status}:\n${said}`);
  }
  const [check, ...checkArgs] = image.health;
  const health = await run(check, checkArgs, runner);
  if (health.code !== 0) fail(`the health check ended with ${health.code}: ${health.said}`);
  server.kill(image.stopSignal);
  const late = setTimeout(() => server.kill('SIGKILL'), stopMs);
  const code = await ended;
  clearTimeout(late);
  if (code !== 0) fail(`it ended with ${code} on ${image.stopSignal}:\n${said.slice(-2000)}`);
};

try {
  for (const { name, rest } of instructions) {
    const began = performance.now();
    await (steps[name] ?? (() => fail(`${name} is an instruction that this script does not know`)))(rest);
    say(`${String(Math.round((performance.now() - began) / 1000)).padStart(4)} s  ${name} ${rest.slice(0, 100)}`);
  }
  await tryCommand();
  say('The image starts as its user, is ready, healthy, and ends with 0.');
} catch (error) {
  say(`NOT GOOD: ${error.message}`);
  process.exitCode = 1;
} finally {
  rmSync(machine, { recursive: true, force: true, maxRetries: 5 });
}
