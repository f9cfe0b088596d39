import type { Saying } from './valueWords';

interface Done {
  readonly verb: string;
  readonly action: string | null;
  readonly resource: string;
}
type Speaking = Pick<Saying, 'translate' | 'locale'>;
const wordOf = ({ translate, locale }: Speaking, key: string): string | null => {
  const said = translate(key, locale);
  return said === key ? null : said;
};

/** The sentence that some kinds of records have for an action, which says what the record is: `aceptó la invitación de`. */
export const ownSentence = (speaking: Speaking, { action, resource }: Done): string | null =>
  action === null ? null : wordOf(speaking, `audit.did.${resource}.${action}`);

/** What was done, in words that a record follows: `cambió`, `ejecutó «Pausar» en`. */
export const sentenceOf = (speaking: Speaking, done: Done): string => {
  const { verb, action, resource } = done;
  if (action === null) return wordOf(speaking, `audit.did.${verb}`) ?? verb;
  const look = verb === 'read' ? wordOf(speaking, `audit.did.${action}`) : null;
  const name = wordOf(speaking, `${resource}.actions.${action}`) ?? action;
  return ownSentence(speaking, done) ?? look ?? speaking.translate('audit.did.action', speaking.locale, { name });
};
