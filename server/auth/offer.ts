import type { Invitation } from './answers';
import type { AuthDeps } from './AuthDeps';

const homeZone = 'America/Mexico_City';

/** An invitation in the texts of one language. */
export interface Offer {
  readonly organization: string;
  readonly sender: string;
  readonly profile: string;
  readonly events: string;
  readonly until: string;
}

/** The text of an invitation: from whom, as what, for which events, until when. */
export const offerIn = (
  { translate }: Pick<AuthDeps, 'translate'>,
  locale: string,
  { organization, sender, profile, event_scope, events, expires_at }: Invitation,
): Offer => {
  const say = (part: string): string => translate(`auth.offer.${part}`, locale);
  const titled = (words: Readonly<Record<string, string>>): string => words[locale] || (words['es'] ?? '');
  const day = (instant: string): string =>
    new Intl.DateTimeFormat(locale === 'en' ? 'en' : 'es-MX', { dateStyle: 'long', timeZone: homeZone }).format(new Date(instant));
  return {
    organization,
    sender: sender ?? organization,
    profile: profile ? titled(profile) : say('ownKeys'),
    events: event_scope === 'all' ? say('allEvents') : events.map(titled).join(', '),
    until: expires_at === null ? say('noEnd') : day(expires_at),
  };
};
