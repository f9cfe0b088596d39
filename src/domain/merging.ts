import type { AnyResource, Registry } from '@/schema';

/** What is merged of two accounts, in the order of their form: everything that people write, but for where an account came from. */
export const mergedFieldsOf = ({ form }: { readonly form: Readonly<Record<string, readonly string[]>> }): readonly string[] =>
  Object.entries(form).flatMap(([section, names]) => (section === 'origin' ? [] : names));
/** Entities with rows of an athlete, which a merge moves. Wallets stay, and their money moves. */
export const movedWith = ({ all }: Pick<Registry, 'all'>): readonly AnyResource[] =>
  all.filter(({ name, all: fields }) => name !== 'wallets' && fields['web_userid']?.target === 'web_users');
/** Entities whose rows belong to a row that moves, and follow it: by which key, to which entity. */
export const carriedWith = {
  payments: ['inscriptionid', 'inscriptions'],
  results: ['inscriptionid', 'inscriptions'],
  inscription_documents: ['inscriptionid', 'inscriptions'],
  fmtri_affiliations: ['affiliate_userid', 'fmtri_affiliate_users'],
} as const;
/** Whose value stays. */
export type Side = 'survivor' | 'loser';

/** What prevents a merge. */
export const mergeObstacles = [
  'NOT_ACTIVE',
  'PENDING_PAYMENT',
  'FROZEN_BALANCE',
  'WALLET_BLOCKED',
  'BOTH_AFFILIATES',
  'BOTH_SUBSCRIBED',
  'BOTH_REGISTERED',
] as const;
export type MergeObstacle = (typeof mergeObstacles)[number];

/** What prevents that a merge is undone. */
export type UndoObstacle = 'FORGOTTEN' | 'MERGED_AGAIN' | 'EMAIL_TAKEN' | 'CURP_TAKEN' | 'PENDING_PAYMENT';

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';
/** Whose value stays where nobody chose: that of the account that stays, unless only the other one has any. */
export const usualSide = (survivor: unknown, loser: unknown): Side => (isEmpty(survivor) && !isEmpty(loser) ? 'loser' : 'survivor');

/** How long a merge can be undone, in hours. */
export const undoHours = 72;
