import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { PGlite } from '@electric-sql/pglite';

const protocol = 196_608,
  encryptionAsked = new Set([80_877_103, 80_877_104]);
const passwordAsked = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]);
const terminate = 0x58,
  lengthBytes = 4;

/** The settings of a fresh connection to PostgreSQL; the engine has one session for all successive connections. */
const reset = async (lite: PGlite): Promise<void> => {
  await lite.exec('rollback');
  await lite.exec(
    "reset all; set session authorization default; close all; deallocate all; select pg_advisory_unlock_all(); set timezone = 'UTC'",
  );
};

const fatal = (code: string, message: string): Buffer => {
  const body = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.alloc(1 + lengthBytes);
  head.write('E');
  head.writeInt32BE(body.length + lengthBytes, 1);
  return Buffer.concat([head, body]);
};

const isSame = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other);

/** Splits the received bytes into messages: first one without a kind, then those that start with it. */
const createReader = () => {
  let held: Buffer = Buffer.alloc(0),
    isFirst = true;
  const next = (): Buffer | null => {
    const start = isFirst ? 0 : 1;
    if (held.length < start + lengthBytes) return null;
    const end = start + held.readInt32BE(start);
    if (held.length < end) return null;
    const message = held.subarray(0, end);
    held = held.subarray(end);
    return message;
  };
  return {
    add: (chunk: Buffer): void => {
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    },
    /** The first message, until one is accepted as the beginning of the session. */
    first: next,
    begin: (): void => {
      isFirst = false;
    },
    /** All complete messages so far, unchanged. */
    whole: (): Buffer[] => {
      const messages: Buffer[] = [];
      for (let message = next(); message; message = next()) messages.push(message);
      return messages;
    },
  };
};

/** Gives the session to one connection after another. */
type TakeTurn = () => { readonly turn: Promise<void>; readonly over: () => void };
const createTurns = (): TakeTurn => {
  let last: Promise<void> = Promise.resolve();
  return () => {
    const turn = last;
    let over = (): void => {};
    last = new Promise((resolve) => {
      over = resolve;
    });
    return { turn, over };
  };
};

const connect = (lite: PGlite, socket: Socket, password: Buffer, takeTurn: TakeTurn, onFailure: (error: Error) => void): void => {
  const reader = createReader();
  let opening: Buffer | null = null,
    isIn = false,
    work: Promise<void> = Promise.resolve(),
    leave = (): void => {};
  const send = async (message: Uint8Array): Promise<void> => {
    const parts: Uint8Array[] = [];
    await lite.execProtocolRawStream(message, { onRawData: (part) => void parts.push(part.slice()) });
    if (socket.writable) socket.write(Buffer.concat(parts));
  };
  const later = (step: () => Promise<void>): void => {
    work = work.then(step).catch((error: unknown) => {
      socket.destroy();
      onFailure(error instanceof Error ? error : new Error(String(error)));
    });
  };
  const greet = (): void => {
    for (let message = reader.first(); message; message = reader.first()) {
      const kind = message.readInt32BE(lengthBytes);
      if (encryptionAsked.has(kind)) {
        socket.write('N');
        continue;
      }
      if (kind !== protocol) {
        socket.end();
        return;
      }
      opening = message;
      reader.begin();
      socket.write(passwordAsked);
      return;
    }
  };
  const admit = (message: Buffer): boolean => {
    if (isSame(message.subarray(1 + lengthBytes, -1), password)) return true;
    socket.end(fatal('28P01', 'The password is not the one of this database.'));
    return false;
  };
  const hear = (chunk: Buffer): void => {
    reader.add(chunk);
    if (!opening) greet();
    if (!opening) return;
    for (const message of reader.whole()) {
      if (!isIn) {
        if (!admit(message)) return;
        isIn = true;
        const packet = opening,
          { turn, over } = takeTurn();
        leave = over;
        work = turn;
        later(async () => {
          await reset(lite);
          await send(packet);
        });
      } else if (message[0] === terminate) socket.end();
      else later(() => send(message));
    }
  };
  socket
    .setNoDelay(true)
    .on('data', hear)
    .on('error', () => socket.destroy());
  socket.once('close', () => {
    if (isIn) later(() => reset(lite));
    void work.then(leave);
  });
};

/** An embedded database that other processes of this machine can use. */
export interface ServedEngine {
  /** Address with a password that nobody else knows. */
  readonly address: string;
  close(): Promise<void>;
}

/**
 * Speaks the protocol of PostgreSQL for the embedded engine: one connection at a time has its session, the next one waits for its end.
 * Failures of the engine itself are errors; a refused statement is not.
 */
export const serveEngine = async (lite: PGlite, onFailure: (error: Error) => void): Promise<ServedEngine> => {
  const secret = randomBytes(24).toString('hex'),
    password = Buffer.from(secret);
  const sockets = new Set<Socket>();
  const takeTurn = createTurns();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    connect(lite, socket, password, takeTurn, onFailure);
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
    await takeTurn().turn;
  };
  return { address: `postgres://postgres:${secret}@127.0.0.1:${port}/postgres`, close };
};
