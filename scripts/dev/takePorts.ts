import type { Server } from 'node:http';
import { isFree } from './freePort';

const firstPort = 3000,
  firstPage = 5173,
  mostCheckouts = 50,
  highestPort = 65_535;

/** No port can be used as asked, so a person has to choose another one. */
export class PortError extends Error {
  override readonly name = 'PortError';
}
type Asked = Readonly<Record<string, string | undefined>>;

const listen = (server: Server, port: number, host: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const refused = (error: NodeJS.ErrnoException): void => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error));
    server.once('error', refused).listen(port, host, () => {
      server.off('error', refused);
      resolve(true);
    });
  });
const askedPort = (env: Asked, name: 'PORT' | 'PAGE_PORT'): number | undefined => {
  const value = env[name]?.trim();
  if (!value) return undefined;
  const port = Number(value);
  if (!Number.isInteger(port) || port < 1 || port > highestPort)
    throw new PortError(`${name} is "${value}"; it takes a whole number from 1 to ${highestPort}.`);
  return port;
};
const pageOf = async (wanted: number | undefined, step: number): Promise<number | null> => {
  const page = wanted ?? firstPage + step;
  if (await isFree(page, 'localhost')) return page;
  if (wanted !== undefined) throw new PortError(`Port ${page} is in use; choose another one with PAGE_PORT, or leave it out.`);
  return null;
};

/** Listens on the requested port and finds one for the page, or else the next free pair: 3000 with 5173, 3001 with 5174. */
export const takePorts = async (front: Server, host: string, env: Asked): Promise<{ readonly port: number; readonly page: number }> => {
  const wanted = askedPort(env, 'PORT'),
    wantedPage = askedPort(env, 'PAGE_PORT');
  for (let step = 0; step < mostCheckouts; step += 1) {
    const port = wanted ?? firstPort + step,
      page = await pageOf(wantedPage, step);
    if (page === null) continue;
    if (await listen(front, port, host)) return { port, page };
    if (wanted !== undefined) throw new PortError(`Port ${port} is in use; choose another one with PORT, or leave it out.`);
  }
  throw new PortError(`No ports are free from ${firstPort} and ${firstPage} upwards; choose some with PORT and PAGE_PORT.`);
};
