import { z } from 'zod';
import type { ErrorCode } from '@/schema/errorCodes';
import { field, optionsOf, type CommonOptions, type Only } from '@/schema/field';
import { plainText } from '../kit/plainText';

export interface UrlOptions extends CommonOptions {
  /** Most characters of the address. */
  readonly max?: number;
}

/** A colon before digits is a port, so `example.com:8080` has no scheme. */
const named = /^[a-z][a-z\d+.-]*:(?!\d)/i;

/** The normalised form of a web address, or null when it is invalid: only http and https, with a host, without credentials. */
const spelt = (text: string): string | null => {
  const whole = named.test(text) ? text : `https://${text}`;
  if (!URL.canParse(whole)) return null;
  const { protocol, hostname, username, password, href } = new URL(whole);
  return ['http:', 'https:'].includes(protocol) && hostname.includes('.') && !username && !password ? href : null;
};

/** A web address that anybody may be sent to; https when no scheme is given. */
export const url = <const O extends UrlOptions>(options?: O & Only<NoInfer<O>, UrlOptions>) => {
  const given = optionsOf<O>(options);
  const { max = 500 }: UrlOptions = given;
  const address = () =>
    z
      .string()
      .trim()
      .min(1)
      .max(max)
      .transform((text, context) => {
        const found = spelt(text);
        if (found !== null && found.length <= max) return found;
        context.addIssue({ code: 'custom', message: 'INVALID_URL' satisfies ErrorCode });
        return z.NEVER;
      });
  return field<string>()(given, {
    type: 'url',
    takes: ['max'],
    zod: address,
    ...plainText,
    operators: ['contains', 'null'],
    sortable: false,
    check: (column) => `${column} ~ '^https?://' and length(${column}) <= ${max}`,
  });
};
