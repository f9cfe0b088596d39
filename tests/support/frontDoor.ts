import { connect, createServer, type Server, type Socket } from 'node:net';

/** A way to a server of this machine that can be shut, as if the server were away, and opened again at the same place. */
export interface FrontDoor {
  readonly port: number;
  /** Nobody gets in any more, and everybody who is in is thrown out. */
  readonly shut: () => Promise<void>;
  readonly open: () => Promise<void>;
  /** The next one who says this word loses the connection once it was passed on. */
  readonly cutAfter: (word: string) => void;
}

const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });

/** Opens a way to a host and port; what passes through it to the server can be overheard. */
export const openFrontDoor = async (host: string, behind: number, overhear: (chunk: Buffer) => void = () => {}): Promise<FrontDoor> => {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket, other: Socket): void => {
    sockets.add(socket);
    socket
      .on('error', () => other.destroy())
      .once('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
  };
  let dreaded: string | null = null;
  const hear = (inside: Socket, outside: Socket, chunk: Buffer): void => {
    overhear(chunk);
    if (dreaded === null || !chunk.includes(dreaded)) return void outside.write(chunk);
    dreaded = null;
    outside.end(chunk);
    inside.resetAndDestroy();
  };
  const createDoor = (): Server =>
    createServer((inside) => {
      const outside = connect(behind, host);
      keep(inside, outside);
      keep(outside, inside);
      inside.on('data', (chunk: Buffer) => hear(inside, outside, chunk));
      outside.pipe(inside);
    });
  let door = createDoor();
  const port = await listen(door, 0);
  return {
    port,
    cutAfter: (word) => {
      dreaded = word;
    },
    shut: () =>
      new Promise((resolve) => {
        if (!door.listening) return resolve();
        door.close(() => resolve());
        for (const socket of sockets) socket.resetAndDestroy();
      }),
    open: async () => {
      if (door.listening) return;
      door = createDoor();
      await listen(door, port);
    },
  };
};
