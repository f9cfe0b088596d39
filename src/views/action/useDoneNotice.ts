import { useDataProvider, useNotification } from '@refinedev/core';
import { useWords } from '../../fields/kit/useWords';
import { headingOf } from '../heading/headingOf';
import { changesIn } from './changesIn';
import { onlyId, type ActionOutcome, type Order } from './runAction';
import { useOfferUndo } from './useOfferUndo';

type Row = Readonly<Record<string, unknown>>;

/**
 * Says that an action was done: how many records it changed, or which one, from what to what, and offers to take it back if that is
 * possible.
 */
export const useDoneNotice = (order: Order, one: Row | undefined): ((done: ActionOutcome) => Promise<void>) => {
  const words = useWords();
  const { open } = useNotification();
  const { resource, name, action } = order;
  const provider = useDataProvider()(resource.service);
  const id = onlyId(order);
  const aboutOne = async (before: Row): Promise<string> => {
    const after = id === undefined ? undefined : await provider.getOne({ resource: resource.name, id }).catch(() => undefined);
    const changes = after ? changesIn(resource, action, before, after.data, words) : [];
    return [headingOf(resource, before, words), ...(changes.length > 0 ? changes : [words.t('action.oneDone')])].join(' · ');
  };
  const offerUndo = useOfferUndo(order);
  return async ({ ok, undo }) => {
    const message = words.t(`${resource.name}.actions.${name}`);
    const description = id === undefined ? words.t('action.okDone', { count: ok }) : one ? await aboutOne(one) : words.t('action.oneDone');
    if (undo) offerUndo(`${message} · ${one ? headingOf(resource, one, words) : description}`, undo);
    open?.({ type: 'success', key: `${resource.name}-${name}`, message, description });
  };
};
