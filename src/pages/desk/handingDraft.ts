import { kitFor, openPieces, type DeskPerson, type Piece } from '@/domain/registration/desk';
import { idTypes } from '@/domain/registration/deliveryLists';
import { sizes } from '@/domain/registration/sizes';
import type { Handing } from '@/resources/kit_deliveries/handingFields';
import type { Asked } from './createDesk';
import type { DeskInfo } from './deskApi';

/** What somebody at the desk has chosen for a person, before they press. */
export interface HandingDraft {
  readonly missing: ReadonlySet<number>;
  readonly tshirt_size: string | null;
  readonly number: string;
  readonly receiver_type: NonNullable<Handing['receiver_type']>;
  readonly receiver_name: string;
  readonly receiver_id_type: string;
  readonly receiver_id_last4: string;
  readonly photos: readonly string[];
  readonly override_reason: string;
}
const bibOf = ({ number, prefix }: Pick<DeskPerson, 'number' | 'prefix'>): string => (number === null ? '' : `${prefix ?? ''}${number}`);
/** The usual case: everything, to the athlete. */
export const draftOf = ({ tshirt_size, number, prefix }: DeskPerson): HandingDraft => ({
  missing: new Set(),
  tshirt_size,
  number: bibOf({ number, prefix }),
  receiver_type: 'holder',
  receiver_name: '',
  receiver_id_type: '',
  receiver_id_last4: '',
  photos: [],
  override_reason: '',
});

const printed = /^([A-Z0-9-]{0,5}[A-Z-])?(\d{1,6})$/;
/** The number that is handed out instead of that of the registration, if it is another. */
const numberOf = (typed: string, { number, prefix }: DeskPerson): Pick<Handing, 'bib_code' | 'number' | 'prefix'> => {
  const bib_code = typed.trim();
  if (bib_code === '' || bib_code.toUpperCase() === bibOf({ number, prefix })) return {};
  // The server finds the bib, also by its chip; until then this device shows the number that it can read.
  const [, letters, digits] = printed.exec(bib_code.toUpperCase()) ?? [];
  return { bib_code, ...(digits !== undefined && { prefix: letters ?? null, number: Number(digits) }) };
};

/** The pieces that are still to be handed out to a person. */
export const piecesFor = (info: DeskInfo | null, person: DeskPerson): readonly Piece[] =>
  openPieces(kitFor(info?.kits ?? [], person.distanceid), person);

/** The request for what was chosen. */
export const askedOf = (info: DeskInfo | null, person: DeskPerson, draft: HandingDraft, deskid: number | null): Asked => {
  const pieces = piecesFor(info, person);
  const isOther = draft.receiver_type !== 'holder';
  return {
    inscriptionid: person.inscriptionid,
    deskid,
    receiver_type: draft.receiver_type,
    items: pieces.map(({ kit_itemid, qty }) => ({ kit_itemid, qty, status: draft.missing.has(kit_itemid) ? 'missing' : 'delivered' })),
    ...(isOther && {
      receiver_name: draft.receiver_name.trim() || null,
      receiver_id_type: idTypes.find((type) => type === draft.receiver_id_type) ?? null,
      receiver_id_last4: draft.receiver_id_last4.trim() || null,
      photos: draft.photos,
    }),
    ...numberOf(draft.number, person),
    ...(draft.tshirt_size !== person.tshirt_size && { tshirt_size: sizes.find((size) => size === draft.tshirt_size) ?? null }),
    ...(draft.override_reason.trim() && { override_reason: draft.override_reason.trim() }),
  };
};
/** How much of the kit the draft hands out. */
export const amountOf = (pieces: readonly Piece[], { missing }: HandingDraft): { readonly count: number; readonly isWhole: boolean } => {
  const given = pieces.filter(({ kit_itemid }) => !missing.has(kit_itemid));
  return { count: given.length, isWhole: given.length === pieces.length };
};
