import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A page of nobody in particular, on an origin of its own. */
export const openPlainPage = async (): Promise<{ readonly url: string; readonly close: () => Promise<void> }> => {
  const server = createServer(
    (_request, response) =>
      void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!doctype html><link rel="icon" href="data:,"><title>Elsewhere</title>'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
