import autocannon from 'autocannon';

export interface Target {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}
const usual = 8;

/** Requests per second that a server answers over loopback, with 8 connections unless another number is given; any answer but 2xx fails the run. */
export const throughput = async (
  { url, method = 'GET', headers = {}, body }: Target,
  seconds: number,
  connections = usual,
): Promise<number> => {
  const result = await autocannon({ url, method, headers, connections, duration: seconds, ...(body !== undefined && { body }) });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} answers other than 2xx, ${result.errors} errors`);
  return result.requests.average;
};
