import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { assets } from './framedPage';

const own = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
const padFile = (): string =>
  readFileSync(join(dirname(createRequire(import.meta.url).resolve('signature_pad')), 'signature_pad.min.js'), 'utf8');

/** The styles and scripts of the pages for signing; the library that draws is read where it is installed, and only drawing pages load it. */
export const signAssets = (app: FastifyInstance): void => {
  const served = [
    [assets.styles, 'text/css', `${own('../../auth/login.css')}${own('./sign.css')}`],
    [assets.watch, 'text/javascript', own('./sign.js')],
    [assets.draw, 'text/javascript', own('./draw.js')],
    [assets.pad, 'text/javascript', padFile()],
  ] as const;
  for (const [address, type, content] of served)
    app.get(address, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').type(`${type}; charset=utf-8`).send(content),
    );
};
