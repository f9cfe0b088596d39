import type { Mail } from '../adapters/mail/Mail';
import type { Invitation } from './answers';
import type { AuthDeps } from './AuthDeps';
import { offerIn } from './offer';
import { type Purpose, ticketHours, type Tickets } from './tickets';

/** The recipient of a letter. */
export interface Reader {
  readonly userid: number;
  readonly email: string;
  readonly name: string;
  readonly locale: string;
}

/** The page of each ticket. */
export const ticketPath: Readonly<Record<Purpose, string>> = { invitation: '/invitation', reset: '/reset', device: '/device' };

export interface Letters {
  readonly invite: (reader: Omit<Reader, 'userid'>, invitation: Invitation) => Promise<void>;
  readonly reset: (reader: Reader) => Promise<void>;
  /** Lets an unknown browser in while others guess the password of the account. */
  readonly admit: (reader: Reader) => Promise<void>;
  /** Notifies a person that their password was changed, in case somebody else did it. */
  readonly changed: (reader: Reader) => Promise<void>;
  /** Notifies a person that an administrator turned off the second step of their account. */
  readonly factorReset: (reader: Reader) => Promise<void>;
  /** Notifies a person that somebody looks at the product as them. */
  readonly seenAs: (reader: Reader, says: Readonly<Record<string, unknown>>) => Promise<void>;
}

/** The letters of the site, in the language of the reader. */
export const createLetters = (deps: AuthDeps, mail: Mail, tickets: Tickets): Letters => {
  const write = async (
    kind: string,
    { email, locale, name }: Omit<Reader, 'userid'>,
    params: Readonly<Record<string, unknown>>,
  ): Promise<void> => {
    const say = (part: string): string => deps.translate(`auth.mail.${kind}.${part}`, locale, { name, ...params });
    await mail.send({ to: email, subject: say('subject'), text: say('text') });
  };
  const link = async (purpose: Purpose, locale: string, userid: number | null, membershipid: number | null = null): Promise<string> => {
    const ticket = await tickets.issue(purpose, userid, membershipid);
    return `${deps.origin}${deps.basePath}${ticketPath[purpose]}?${new URLSearchParams({ ticket, lng: locale })}`;
  };
  return {
    invite: async (reader, invitation) =>
      write('invitation', reader, {
        ...offerIn(deps, reader.locale, invitation),
        link: await link('invitation', reader.locale, null, invitation.membershipid),
        days: ticketHours.invitation / 24,
      }),
    reset: async (reader) => write('reset', reader, { link: await link('reset', reader.locale, reader.userid), hours: ticketHours.reset }),
    admit: async (reader) =>
      write('device', reader, { link: await link('device', reader.locale, reader.userid), hours: ticketHours.device }),
    factorReset: (reader) => write('factorReset', reader, { link: `${deps.origin}${deps.basePath}/account` }),
    seenAs: (reader, says) => write('seenAs', reader, says),
    changed: (reader) =>
      write('changed', reader, { link: `${deps.origin}${deps.basePath}/forgot?${new URLSearchParams({ lng: reader.locale })}` }),
  };
};
