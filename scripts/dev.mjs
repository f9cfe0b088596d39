/** `npm run dev`: the server restarts and the page reloads as files change; both end together. */
import { spawn } from 'node:child_process';
import { requireNode } from './lib/requireNode.mjs';
import { root, tools } from './lib/run.mjs';

requireNode();
const port = process.env.PORT ?? '3000';
const page = 'http://localhost:5173';
const server = `http://127.0.0.1:${port}`;
const origins = [process.env.APP_ORIGINS, 'http://127.0.0.1:5173', server, `http://localhost:${port}`].filter(Boolean).join(',');

const children = [];
let isEnding = false;
const end = (code) => {
  if (isEnding) return;
  isEnding = true;
  process.exitCode = code;
  for (const child of children) if (child.exitCode === null) child.kill('SIGTERM');
};
const start = ([command, ...first], args, env, stdio) => {
  const child = spawn(command, [...first, ...args], { cwd: root, env: { ...process.env, ...env }, stdio });
  child.on('exit', (code) => end(code ?? 0));
  children.push(child);
  return child;
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(0));

// The browser sees the page's address only, so cookies, redirects and the Origin gate must agree on it.
const watched = start(tools.tsx, ['watch', '--clear-screen=false', '--exclude', 'data/**', 'server/main.ts'], { PUBLIC_ORIGIN: process.env.PUBLIC_ORIGIN ?? page, APP_ORIGINS: origins }, ['inherit', 'pipe', 'inherit']);
watched.stdout.on('data', (chunk) => {
  process.stdout.write(chunk);
  // A page before its server would only show errors.
  if (children.length === 1 && !isEnding && /^ready /m.test(chunk.toString())) start(tools.vite, ['--host', 'localhost', '--port', '5173', '--strictPort', '--clearScreen', 'false'], { DORSAL_SERVER: server }, 'inherit');
});
