import type { PermissionKey } from '@/schema/access';
import { isAmong } from './lifecycle';

/** Athletes below this age do not receive their kit alone. */
export const adultAge = 18;
/** People with one of these keys decide what a desk may not: they override, and settle conflicts. */
export const supervisorKeys: readonly PermissionKey[] = ['event-admin-inscription', 'events'];

/** A piece of a kit as a desk hands it out. */
export interface Piece {
  readonly kit_itemid: number;
  readonly name: Readonly<Record<string, string | undefined>>;
  readonly type: string;
  readonly qty: number;
  readonly required: boolean;
  /** How many are left, where they are counted. */
  readonly stock: number | null;
}
/** A kit with its pieces, and the distances that get it; all distances when there are none. */
export interface DeskKit {
  readonly kitid: number;
  readonly name: string;
  readonly distanceids: readonly number[];
  readonly pieces: readonly Piece[];
}
/** A registration as a desk sees it: nothing of it is contact data. */
export interface DeskPerson {
  readonly inscriptionid: number;
  readonly folio: string | null;
  readonly qr_token: string | null;
  readonly prefix: string | null;
  readonly number: number | null;
  readonly name: string | null;
  /** The photograph of their affiliation, where there is one; absent in the answer to a delivery, which has to be fast. */
  readonly photo?: string | null;
  readonly gender: string;
  /** On the day of the race; null without a birth date. */
  readonly age: number | null;
  readonly distanceid: number;
  readonly wave: string | null;
  readonly club: string | null;
  readonly status: string;
  readonly kit_status: string | null;
  readonly tshirt_modelid: number | null;
  readonly tshirt_size: string | null;
  readonly waiver: string | null;
  readonly affiliation: 'not_required' | 'held' | 'missing';
  /** A sanction of the federation on the day of the race; absent in what older devices kept. */
  readonly sanction?: { readonly from: string; readonly until: string; readonly reason: string } | null;
  /** The internal note of a registration that is marked for attention. */
  readonly note: string | null;
  /** How many of each piece they have already. */
  readonly handed: Readonly<Record<string, number>>;
}

/** The kit of a distance: the one that names it, otherwise the one for all. */
export const kitFor = (kits: readonly DeskKit[], distanceid: number): DeskKit | null =>
  kits.find((kit) => kit.distanceids.includes(distanceid)) ?? kits.find((kit) => kit.distanceids.length === 0) ?? null;

/** Pieces that a person has not received yet, with how many. */
export const openPieces = (kit: DeskKit | null, { handed }: Pick<DeskPerson, 'handed'>): readonly Piece[] =>
  (kit?.pieces ?? []).flatMap((piece) => {
    const qty = piece.qty - (handed[piece.kit_itemid] ?? 0);
    return qty > 0 ? [{ ...piece, qty }] : [];
  });
/** Whether a kit is complete after a delivery: optional pieces may be missing. */
export const isComplete = (kit: DeskKit | null, handed: DeskPerson['handed']): boolean =>
  openPieces(kit, { handed }).every(({ required }) => !required);

/** Why a kit is not handed out. A supervisor can override what is not final. */
export interface Obstacle {
  readonly code: 'STATE_NOT_ALLOWED' | 'KIT_DELIVERED' | 'WAIVER_PENDING' | 'AFFILIATION_MISSING' | 'SANCTIONED' | 'GUARDIAN_RECEIVES';
  readonly isFinal: boolean;
}
/** What prevents that somebody receives a kit; the device asks it too, so that it answers without a network. */
export const obstaclesOf = (
  { status, kit_status, waiver, affiliation, sanction, age }: Omit<DeskPerson, 'name' | 'photo'>,
  receiver: string,
): readonly Obstacle[] => {
  const found: readonly (Obstacle | false | null | undefined)[] = [
    !isAmong('active', status) && { code: 'STATE_NOT_ALLOWED', isFinal: true },
    kit_status === 'delivered' && { code: 'KIT_DELIVERED', isFinal: true },
    (waiver === 'pending' || waiver === 'rejected') && { code: 'WAIVER_PENDING', isFinal: false },
    affiliation === 'missing' && { code: 'AFFILIATION_MISSING', isFinal: false },
    sanction && { code: 'SANCTIONED', isFinal: false },
    age !== null &&
      age < adultAge &&
      (receiver === 'holder' || receiver === 'third_party') && { code: 'GUARDIAN_RECEIVES', isFinal: false },
  ];
  return found.filter((obstacle) => obstacle !== null && obstacle !== undefined && obstacle !== false);
};

/** What is missing about the person who receives a kit: a name, and for somebody without custody a letter, unless a supervisor decides. */
export const receiverProblems = (
  receiver: string,
  { hasName, hasLetter, isOverridden }: { readonly hasName: boolean; readonly hasLetter: boolean; readonly isOverridden: boolean },
): readonly { readonly path: 'receiver_name' | 'evidence_files'; readonly code: 'REQUIRED' | 'LETTER_REQUIRED' }[] => {
  if (receiver !== 'third_party' && receiver !== 'guardian') return [];
  const needsLetter = receiver === 'third_party' && !hasLetter && !isOverridden;
  return [
    ...(hasName ? [] : [{ path: 'receiver_name', code: 'REQUIRED' } as const]),
    ...(needsLetter ? [{ path: 'evidence_files', code: 'LETTER_REQUIRED' } as const] : []),
  ];
};
