import { numberIn, numbersIn, partOf, rowsIn, textIn } from '@/schema/unknown';
import type { Http } from '../http/createHttp';

/** A row that the person follows has changed; without a row anything may have changed. */
export interface Moved {
  readonly kind?: string;
  readonly id?: string;
}
/** Changed rows of one resource; without `ids` there are many. */
export interface MovedRows {
  readonly resource: string;
  readonly ids?: readonly number[];
  readonly eventids?: readonly number[];
}
/** Somebody else who has a record open. */
export interface Present {
  readonly name: string;
  readonly isEditing: boolean;
}
/** Who else has a record open. */
export interface Presence {
  readonly resource: string;
  readonly id: number;
  readonly people: readonly Present[];
}
/** How changes arrive: over a stream, by asking at intervals, or not at all. */
export type LiveWay = 'stream' | 'polling' | 'away';
export interface LiveListener {
  readonly onMoved: (moved: Moved) => void;
  readonly onRows?: (rows: readonly MovedRows[]) => void;
  readonly onPresence?: (presence: Presence) => void;
  /** The name of this page, for saying which record it has open. */
  readonly onReady?: (page: string) => void;
  readonly onWay?: (way: LiveWay) => void;
}
interface Following extends LiveListener {
  readonly http: Pick<Http, 'fetch'>;
  readonly url: string;
  readonly signal: AbortSignal;
  /** The pauses before the next try, longer after each failure. */
  readonly pausesMs?: readonly number[];
  /** A stream from which nothing arrives for this long is kept back by a proxy: the server shows every few seconds that it works. */
  readonly silentMs?: number;
  readonly pollMs?: number;
  /** How long to poll before a stream is tried again. */
  readonly streamAgainMs?: number;
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

const wholes = (value: unknown): readonly number[] | undefined => (Array.isArray(value) ? numbersIn(value) : undefined);
const rowsOf = (data: unknown): readonly MovedRows[] =>
  rowsIn(data).flatMap((row) => {
    const resource = textIn(row['resource']),
      [ids, eventids] = [wholes(row['ids']), wholes(row['eventids'])];
    return resource ? [{ resource, ...(ids && { ids }), ...(eventids && { eventids }) }] : [];
  });
const presenceOf = (data: unknown): Presence | null => {
  const resource = textIn(partOf(data, 'resource')),
    id = numberIn(partOf(data, 'id'));
  if (!resource || !id) return null;
  return {
    resource,
    id,
    people: rowsIn(partOf(data, 'people')).map(({ name, isEditing }) => ({ name: textIn(name) ?? '', isEditing: isEditing === true })),
  };
};
const movedOf = (data: unknown): Moved => {
  const [kind, id] = [textIn(partOf(data, 'kind')), textIn(partOf(data, 'id'))];
  return { ...(kind && { kind }), ...(id && { id }) };
};

/** Hands one event of a stream on; comments and unknown events say nothing. Answers whether the server ended the stream for good. */
const hearEvent = (event: string, { onMoved, onRows, onPresence, onReady }: LiveListener): boolean => {
  const lines = event.split('\n');
  const part = (name: string): string | undefined => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  const text = part('data');
  if (text === undefined) return false;
  const data: unknown = JSON.parse(text);
  const name = part('event');
  if (name === 'moved') onMoved(movedOf(data));
  else if (name === 'rows') onRows?.(rowsOf(data));
  else if (name === 'ready') onReady?.(textIn(partOf(data, 'page')) ?? '');
  else if (name === 'presence') {
    const presence = presenceOf(data);
    if (presence) onPresence?.(presence);
  }
  return name === 'over';
};

/** How a stream ended: by itself, because a proxy keeps it back, or because the person has too many. */
type Ended = 'closed' | 'silent' | 'over';
/** Reads one stream to its end. */
const readStream = async (body: ReadableStream<Uint8Array>, listener: LiveListener, silentMs: number): Promise<Ended> => {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = '';
  for (;;) {
    const quiet = new AbortController();
    const next = await Promise.race([reader.read(), pause(silentMs, quiet.signal).then(() => null)]);
    quiet.abort();
    if (next === null) {
      await reader.cancel().catch(() => {});
      return 'silent';
    }
    if (next.done) return 'closed';
    const events = (rest + next.value).split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) if (hearEvent(event, listener)) return 'over';
  }
};

/** Asks at intervals whether anything has changed, for a while. Each process of the server has a mark of its own. */
const poll = async ({ http, url, onMoved, onWay, signal, pollMs = 2000, streamAgainMs = 60_000 }: Following): Promise<void> => {
  const until = Date.now() + streamAgainMs;
  const marks = new Map<string, string>();
  while (!signal.aborted && Date.now() < until) {
    try {
      const response = await http.fetch(`${url}/mark`, { signal });
      if (!response.ok) return onWay?.('away');
      onWay?.('polling');
      const mark = textIn(partOf(await response.json(), 'mark')) ?? '';
      const [process = ''] = mark.split('.');
      if (marks.get(process) !== mark) onMoved({});
      marks.set(process, mark);
    } catch {
      onWay?.('away'); // the next round will show
    }
    await pause(pollMs, signal);
  }
};

/**
 * Follows what changes for the person, and connects again after every end. Where a proxy keeps the stream back it asks at intervals. A
 * server without this route is asked less and less often.
 */
export const followLive = async (following: Following): Promise<void> => {
  const { http, url, onMoved, onWay, signal, pausesMs = [1000, 5000, 30_000, 120_000], silentMs = 12_000 } = following;
  let failures = 0;
  while (!signal.aborted) {
    let ended: Ended = 'closed';
    const late = new AbortController();
    const stop = (): void => late.abort();
    signal.addEventListener('abort', stop, { once: true });
    let isLate = false;
    const waiting = setTimeout(() => {
      isLate = true; // a proxy may keep even the head of the answer back
      stop();
    }, silentMs);
    try {
      const response = await http.fetch(url, { signal: late.signal, headers: { accept: 'text/event-stream' } });
      clearTimeout(waiting);
      if (response.ok && response.body) {
        if (failures > 0) onMoved({}); // changes in the meantime were missed
        failures = 0;
        onWay?.('stream');
        ended = await readStream(response.body, following, silentMs);
      }
    } catch {
      if (isLate) ended = 'silent';
      // Otherwise the network or the server is unavailable; the next try will show.
    } finally {
      clearTimeout(waiting);
      signal.removeEventListener('abort', stop);
    }
    if (signal.aborted) return;
    onWay?.(ended === 'closed' ? 'away' : 'polling');
    if (ended !== 'closed') await poll(following);
    await pause(pausesMs[Math.min(failures, pausesMs.length - 1)] ?? 0, signal);
    failures += 1;
  }
};
