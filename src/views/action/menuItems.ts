import type { Action, AnyResource } from '@/schema';
import { wordsOf } from '@/schema/errorCodes';
import type { Refusal } from '@/schema/project/refusal';
import type { Offer } from '../offersOn';
import type { Words } from '../../fields/kit/useWords';
import type { MenuItem } from './Menu';

/** A parameter that is a key is translated too. */
const say = ({ t }: Words, refusal: Refusal): string =>
  t(wordsOf(refusal), Object.fromEntries(Object.entries(refusal.params ?? {}).map(([name, { key }]) => [name, t(key)])));

/** The page of an action, after the path of its record; undefined for those of the usual dialog. */
export const ownPageOf = ({ ownPage }: Action, record: string): string | undefined =>
  typeof ownPage === 'string' ? `${record}/${ownPage}` : undefined;
const linkOf = (action: Action, record: string): { readonly to?: string } => {
  const to = ownPageOf(action, record);
  return to === undefined ? {} : { to };
};

/** Actions as menu entries; those that the record refuses show the reason, and those with a page of their own lead there. */
export const menuItems = (words: Words, resource: AnyResource, offers: readonly Offer[], record: string): readonly MenuItem[] =>
  offers.map(({ name, action, refusal }) => ({
    key: name,
    label: words.t(`${resource.name}.actions.${name}`),
    isDangerous: action.danger,
    ...(!refusal && linkOf(action, record)),
    ...(refusal && { reason: say(words, refusal) }),
  }));
