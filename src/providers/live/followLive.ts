import type { Http } from '../http/createHttp';

/** The signal to a page: a row that the person follows has changed; without a row when the page may have missed some. */
export interface Moved {
  readonly kind?: string;
  readonly id?: string;
}
interface Following {
  readonly http: Pick<Http, 'fetch'>;
  readonly url: string;
  readonly onMoved: (moved: Moved) => void;
  readonly signal: AbortSignal;
  /** The pauses before the next try, longer after each failure. */
  readonly pausesMs?: readonly number[];
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** One event of a stream of server-sent events; undefined for comments and unknown events. */
const movedOf = (event: string): Moved | null => {
  const lines = event.split('\n');
  const data = lines.find((line) => line.startsWith('data: '))?.slice('data: '.length);
  return data !== undefined && lines.includes('event: moved') ? (JSON.parse(data) as Moved) : null;
};

/** Reads one stream to its end. */
const readStream = async (body: ReadableStream<Uint8Array>, onMoved: (moved: Moved) => void): Promise<void> => {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const events = (rest + value).split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) {
      const moved = movedOf(event);
      if (moved) onMoved(moved);
    }
  }
};

/**
 * Follows the changes of the person's rows, and connects again after every end. A server without this route is asked less and less often.
 */
export const followLive = async ({ http, url, onMoved, signal, pausesMs = [1000, 5000, 30_000, 120_000] }: Following): Promise<void> => {
  let failures = 0;
  while (!signal.aborted) {
    try {
      const response = await http.fetch(url, { signal, headers: { accept: 'text/event-stream' } });
      if (response.ok && response.body) {
        if (failures > 0) onMoved({}); // changes in the meantime were missed
        failures = 0;
        await readStream(response.body, onMoved);
      }
    } catch {
      // The network or the server is unavailable; the next try will show.
    }
    await pause(pausesMs[Math.min(failures, pausesMs.length - 1)] ?? 0, signal);
    failures += 1;
  }
};
