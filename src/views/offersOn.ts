import type { Action, AnyResource, Grants } from '@/schema';
import { refusalOf, type Refusal } from '@/schema/project/refusal';
import { allowsRow } from './allowsRow';

/** An action that the person's keys allow on a record, and why the record refuses it now. */
export interface Offer {
  readonly name: string;
  readonly action: Action;
  readonly refusal: Refusal | null;
}

/**
 * The actions of a record for a person: possible ones and refused ones. Actions without permission are absent, and so are those that only
 * another screen offers.
 */
export const offersOn = (
  grants: Grants,
  resource: AnyResource,
  row: Readonly<Record<string, unknown>>,
): { readonly possible: readonly Offer[]; readonly refused: readonly Offer[] } => {
  const all = Object.entries(resource.actions ?? {})
    .filter(([name, { on, ownPage }]) => on !== 'list' && ownPage !== true && allowsRow(grants, name, resource, row))
    .map(([name, action]): Offer => ({ name, action, refusal: refusalOf(resource, action, row, grants) }));
  return { possible: all.filter(({ refusal }) => refusal === null), refused: all.filter(({ refusal }) => refusal !== null) };
};
