import { connect } from 'node:net';
import type pg from 'pg';

interface Backend {
  readonly processID: number;
  readonly secretKey: number;
  readonly host: string;
  readonly port: number;
}
const isBackend = (client: object): client is Backend =>
  'processID' in client &&
  typeof client.processID === 'number' &&
  'secretKey' in client &&
  typeof client.secretKey === 'number' &&
  'host' in client &&
  typeof client.host === 'string' &&
  'port' in client &&
  typeof client.port === 'number';

const cancelRequest = 80_877_102,
  packetBytes = 16,
  wordBytes = 4,
  patienceMs = 2000;
const packetOf = ({ processID, secretKey }: Backend): Buffer => {
  const packet = Buffer.alloc(packetBytes);
  [packetBytes, cancelRequest, processID, secretKey].forEach((word, at) => packet.writeInt32BE(word | 0, at * wordBytes));
  return packet;
};

/**
 * Asks PostgreSQL, outside the pool, to stop the work of a connection. A pooler passes the request on.
 *
 * The request may arrive after the statement has ended, so the connection must not be used again.
 */
export const cancelWork = (client: pg.ClientBase): void => {
  if (!isBackend(client)) return;
  const { host, port } = client;
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  socket.setTimeout(patienceMs, () => socket.destroy());
  socket.on('error', () => {}); // a server that does not answer here has stopped the statement itself
  socket.end(packetOf(client));
};
