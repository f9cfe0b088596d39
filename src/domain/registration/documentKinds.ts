import { restrictingKey, type Grants, type PermissionKey } from '@/schema/access';
import type { Filter } from '@/schema/filter';

/** Who may open a kind of document. */
interface Opening {
  readonly keys: readonly PermissionKey[];
  /** Whether it contains contact data. The restricting key hides it from its holders, whatever other keys they have. */
  readonly hasContact: boolean;
}

/** The kinds of documents of a registration, each with the keys that open it: those under which its contents can be read elsewhere. */
export const documentKinds = {
  confirmation: { keys: ['event-delivery', 'event-admin-inscription'], hasContact: false }, // it shows the code that is scanned at the desks
  receipt: { keys: ['event-admin-inscription', 'asdeporte-wallet', 'asdeporte-admin-wallet', 'reports-bi'], hasContact: false },
  exoneration: { keys: ['event-exoneration'], hasContact: false },
  evidence: { keys: ['asdeporte-admin-wallet'], hasContact: true },
} as const satisfies Readonly<Record<string, Opening>>;
export type DocumentKind = keyof typeof documentKinds;
/** Every kind, in the order of the screens. */
export const documentKindNames = ['confirmation', 'receipt', 'exoneration', 'evidence'] as const satisfies readonly DocumentKind[];
/** Documents for the athlete; an evidence pack is for the bank. */
export const athletesKinds = ['confirmation', 'receipt', 'exoneration'] as const satisfies readonly DocumentKind[];

/** Log rows about a dispute, and all others. */
export const ofDispute: Filter = { field: 'kind', op: 'eq', value: 'evidence' };
export const ofAthlete: Filter = { field: 'kind', op: 'in', value: athletesKinds };

/** Whether a person may open the file of a document whose row they see; used by screens and server. */
export const mayOpen = ({ keys }: Pick<Grants, 'keys'>, kind: DocumentKind): boolean => {
  const opening: Opening = documentKinds[kind];
  return opening.keys.some((key) => keys[key]) && !(opening.hasContact && keys[restrictingKey]);
};
