/** The yardstick of public pages: Fastify serving the files of a folder as `@fastify/static` does, and nothing else. */
import statics from '@fastify/static';
import Fastify from 'fastify';

const app = Fastify({ logger: false });
await app.register(statics, { root: process.env['FOLDER']!, preCompressed: true });
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
process.stdout.write('ready\n');
