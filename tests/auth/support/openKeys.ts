import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Serves published keys on a free port, or answers the status that the test sets. */
export const openKeys = async (
  jwks: unknown,
): Promise<{ readonly url: string; readonly answer: (status: number) => void; readonly close: () => Promise<void> }> => {
  let status = 200;
  const server = createServer(
    (_request, response) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(status === 200 ? JSON.stringify(jwks) : ''),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys.json`,
    answer: (next) => {
      status = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
};
