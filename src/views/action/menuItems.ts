import type { AnyResource } from '@/schema';
import { wordsOf } from '@/schema/errorCodes';
import type { Refusal } from '@/schema/project/refusal';
import type { Offer } from '../offersOn';
import type { Words } from '../../fields/kit/useWords';
import type { MenuItem } from './Menu';

/** A parameter that is a key is translated too. */
const say = ({ t }: Words, refusal: Refusal): string =>
  t(wordsOf(refusal), Object.fromEntries(Object.entries(refusal.params ?? {}).map(([name, { key }]) => [name, t(key)])));

/** Actions as menu entries; those that the record refuses show the reason. */
export const menuItems = (words: Words, resource: AnyResource, offers: readonly Offer[]): readonly MenuItem[] =>
  offers.map(({ name, action, refusal }) => ({
    key: name,
    label: words.t(`${resource.name}.actions.${name}`),
    isDangerous: action.danger,
    ...(refusal && { reason: say(words, refusal) }),
  }));
