import type { FastifyReply } from 'fastify';
import type { Grants } from '@/schema';
import type { Bearer } from '../../kernel/ApiDeps';
import type { Call } from '../../kernel/transaction';

/** Who listens, with the permissions of this moment. */
export interface Listener {
  readonly userid: number;
  readonly name: string;
  readonly grants: Grants;
  readonly bearer: Bearer;
  /** The state of all permissions when these were read. */
  readonly stamp: string;
}
/** A page that listens over a stream of server-sent events. */
export interface LivePage {
  /** Its name, which only the page itself knows. */
  readonly id: string;
  readonly call: Call;
  readonly who: () => Listener;
  readonly become: (who: Listener) => void;
  readonly tell: (event: string, data: object) => void;
  /** Says that the stream still works. */
  readonly beat: () => void;
  readonly end: () => void;
}

/** What a client that does not read may leave waiting in memory. */
const mostWaitingBytes = 1024 * 1024;
const eventOf = (name: string, data: object): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** Begins the stream of a page. */
export const openLivePage = (reply: FastifyReply, id: string, call: Call, first: Listener): LivePage => {
  reply.hijack();
  const { raw } = reply;
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no', // a proxy that buffers answers would keep them until the end
  });
  let who = first;
  const write = (text: string): void => {
    if (raw.writableLength > mostWaitingBytes) raw.destroy();
    else if (!raw.writableEnded) raw.write(text); // it may end while its news is still being read
  };
  return {
    id,
    call,
    who: () => who,
    become: (next) => {
      who = next;
    },
    tell: (event, data) => write(eventOf(event, data)),
    beat: () => write(': still here\n\n'),
    end: () => void raw.end(),
  };
};
