import { saveBlob } from './saveFile';
import { readBody, type Http } from '@/providers/http/createHttp';

/** Fetches a file with the token of the person, because its address does not work without one, and lets the browser save it. Throws the refusal. */
export const saveAnswer = async (
  http: Pick<Http, 'fetch' | 'toError'>,
  address: string,
  name: string,
  init?: RequestInit,
): Promise<void> => {
  const answer = await http.fetch(address, init);
  if (!answer.ok) throw http.toError({ status: answer.status, body: await readBody(answer) });
  saveBlob(name, await answer.blob());
};
