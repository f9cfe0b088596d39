import { restrictingKey, type Grants, type PermissionKey } from '@/schema/access';
import type { Filter } from '@/schema/filter';

/** Who opens a kind of document. */
interface Opening {
  readonly keys: readonly PermissionKey[];
  /** Whether it tells contact data, which the restricting key keeps from its holders whatever else they hold. */
  readonly hasContact: boolean;
}

/** The kinds of documents of a registration, each opened by the keys under which what it says is read elsewhere. */
export const documentKinds = {
  confirmation: { keys: ['event-delivery', 'event-admin-inscription'], hasContact: false }, // it shows the code that desks scan
  receipt: { keys: ['event-admin-inscription', 'asdeporte-wallet', 'asdeporte-admin-wallet', 'reports-bi'], hasContact: false },
  exoneration: { keys: ['event-exoneration'], hasContact: false },
  evidence: { keys: ['asdeporte-admin-wallet'], hasContact: true },
} as const satisfies Readonly<Record<string, Opening>>;
export type DocumentKind = keyof typeof documentKinds;
/** Every kind, in the order in which screens offer them. */
export const documentKindNames = ['confirmation', 'receipt', 'exoneration', 'evidence'] as const satisfies readonly DocumentKind[];
/** What is printed for whoever registered; an evidence pack is for the bank. */
export const athletesKinds = ['confirmation', 'receipt', 'exoneration'] as const satisfies readonly DocumentKind[];

/** Rows that tell of a dispute, and all others. */
export const ofDispute: Filter = { field: 'kind', op: 'eq', value: 'evidence' };
export const ofAthlete: Filter = { field: 'kind', op: 'in', value: athletesKinds };

/** Whether a person opens the file of a document whose row they see: the one judge of screens and server. */
export const mayOpen = ({ keys }: Pick<Grants, 'keys'>, kind: DocumentKind): boolean => {
  const opening: Opening = documentKinds[kind];
  return opening.keys.some((key) => keys[key]) && !(opening.hasContact && keys[restrictingKey]);
};
