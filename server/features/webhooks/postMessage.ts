import { request as overHttp, type IncomingMessage } from 'node:http';
import { request as overHttps } from 'node:https';
import { lookupPublic, mayCall, InnerAddress } from './publicAddress';

/** What a receiver answered: its status, and the first characters of its text. */
export interface Answered {
  readonly status: number;
  readonly text: string;
}
const longestText = 500;

const readStart = async (answer: IncomingMessage): Promise<string> => {
  let text = '';
  answer.setEncoding('utf8');
  for await (const part of answer) {
    text += String(part);
    if (text.length >= longestText) break;
  }
  return text.slice(0, longestText);
};

interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly development: boolean;
  /** How long the receiver has for everything. */
  readonly answerMs: number;
}
/** Posts a message over a connection of its own. Redirects are answers like others: the message goes nowhere but to this address. */
export const postMessage = ({ url, headers, body, development, answerMs }: Post): Promise<Answered> => {
  if (!mayCall(url, development)) return Promise.reject(new InnerAddress('the address is not one of the internet'));
  const send = url.startsWith('https:') ? overHttps : overHttp;
  return new Promise((done, fail) => {
    const signal = AbortSignal.timeout(answerMs);
    const sending = send(url, {
      method: 'POST',
      agent: false,
      signal,
      lookup: lookupPublic(development),
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Dorsal-Webhooks',
      },
    });
    const failed = (error: Error): void => fail(signal.aborted ? new Error(`no answer within ${answerMs} ms`) : error);
    sending.on('error', failed);
    const finish = async (answer: IncomingMessage): Promise<void> => {
      try {
        done({ status: answer.statusCode ?? 0, text: await readStart(answer) });
        sending.destroy();
      } catch (error) {
        failed(error instanceof Error ? error : new Error(String(error)));
      }
    };
    sending.on('response', (answer) => void finish(answer));
    sending.end(body);
  });
};
