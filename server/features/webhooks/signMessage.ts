import { createHmac, randomBytes } from 'node:crypto';

const mark = 'whsec_';
const secretBytes = 32;

/** A new secret of a webhook, written as Standard Webhooks asks. */
export const newSecret = (): string => `${mark}${randomBytes(secretBytes).toString('base64')}`;

/** A message that is signed: its identifier, the second in which it is sent and its body. */
interface Message {
  readonly id: string;
  readonly seconds: number;
  readonly body: string;
}
/** The headers of Standard Webhooks, with one signature for each secret that is valid now. */
export const signMessage = (secrets: readonly string[], { id, seconds, body }: Message): Readonly<Record<string, string>> => ({
  'webhook-id': id,
  'webhook-timestamp': String(seconds),
  'webhook-signature': secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(mark.length), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
    })
    .join(' '),
});
