import { saveBlob } from './saveFile';
import { readBody, type Http } from '@/providers/http/createHttp';

type Fetching = Pick<Http, 'fetch' | 'toError'>;
/** Fetches a file with the token of the person, because its address does not work without one. Throws the refusal. */
export const fetchFile = async (http: Fetching, address: string, init?: RequestInit): Promise<Blob> => {
  const answer = await http.fetch(address, init);
  if (!answer.ok) throw http.toError({ status: answer.status, body: await readBody(answer) });
  return answer.blob();
};
/** Fetches a file in the same way and lets the browser save it. */
export const saveAnswer = async (http: Fetching, address: string, name: string, init?: RequestInit): Promise<void> =>
  saveBlob(name, await fetchFile(http, address, init));
