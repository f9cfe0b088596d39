/** `npm run dev`: the server restarts and the page reloads as files change; both end together. */
import { spawn } from 'node:child_process';
import { requireNode } from './lib/requireNode.mjs';
import { root, tools } from './lib/run.mjs';

requireNode();
const port = process.env.PORT ?? '3000';
const page = 'http://localhost:5173';
const server = `http://127.0.0.1:${port}`;
const origins = [process.env.APP_ORIGINS, 'http://127.0.0.1:5173', server, `http://localhost:${port}`].filter(Boolean).join(',');

const start = ([command, ...first], args, env) => spawn(command, [...first, ...args], { cwd: root, env: { ...process.env, ...env }, stdio: 'inherit' });
const children = [
  // The browser sees the page's address only, so cookies, redirects and the Origin gate must agree on it.
  start(tools.tsx, ['watch', '--clear-screen=false', '--exclude', 'data/**', 'server/main.ts'], { PUBLIC_ORIGIN: process.env.PUBLIC_ORIGIN ?? page, APP_ORIGINS: origins }),
  start(tools.vite, ['--host', 'localhost', '--port', '5173', '--strictPort', '--clearScreen', 'false'], { DORSAL_SERVER: server }),
];

let isEnding = false;
const end = (code) => {
  if (isEnding) return;
  isEnding = true;
  process.exitCode = code;
  for (const child of children) if (child.exitCode === null) child.kill('SIGTERM');
};
for (const child of children) child.on('exit', (code) => end(code ?? 0));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(0));
