import { createServer, type Socket } from 'node:net';

export interface SmtpServer {
  readonly address: string;
  /** What was received, headers included. */
  readonly received: readonly string[];
  readonly close: () => Promise<void>;
}

/** A mail server that takes every letter and delivers none. `refusals` are what it answers to a verb instead; `.` is the end of a letter. */
export const openSmtpServer = async (refusals: Readonly<Record<string, string>> = {}): Promise<SmtpServer> => {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let buffer = '',
      data: string | null = null;
    const say = (line: string): void => void socket.write(`${line}\r\n`);
    const hear = (line: string): void => {
      if (data !== null) {
        if (line !== '.') data += `${line}\n`;
        else {
          received.push(data);
          data = null;
          say(refusals['.'] ?? '250 taken');
        }
        return;
      }
      const verb = line.slice(0, 4).toUpperCase();
      if (refusals[verb]) return say(refusals[verb]);
      if (verb === 'EHLO') return say('250-test\r\n250 AUTH PLAIN');
      if (verb === 'AUTH') return say('235 welcome');
      if (verb === 'DATA') data = '';
      say(verb === 'DATA' ? '354 go on' : verb === 'QUIT' ? '221 bye' : '250 ok');
    };
    socket
      .on('error', () => undefined)
      .on('close', () => sockets.delete(socket))
      .on('data', (chunk: Buffer) => {
        buffer += chunk.toString('utf8');
        const lines = buffer.split('\r\n');
        buffer = lines.pop() ?? '';
        lines.forEach(hear);
      });
    say('220 test');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    received,
    address: `smtp://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}?from=${encodeURIComponent('Dorsal <no-reply@dorsal.test>')}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
};
