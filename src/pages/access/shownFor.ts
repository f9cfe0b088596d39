import type { ScanAnswer } from '@/domain/registration/accessPoint';
import { closedBy, judgeScan } from '@/domain/registration/judgeScan';
import { passOf, type DeskState, type Redeeming, type Shown } from './deskState';
import { withRedeeming, type FoundHere } from './findOnDevice';
import type { Outcome, ScanInput } from './pointApi';
import type { PointCopy } from './pointCopy';

/** What somebody scans: a code, or a person of the list. */
export type Target = { readonly code: string } | { readonly inscriptionid: number };
/** What this device says by itself. */
export type Judged = Pick<Shown, 'verdict' | 'person' | 'benefits'>;

const chosenFrom = (copy: PointCopy, inscriptionid: number): FoundHere | null => {
  const person = copy.person(inscriptionid);
  return person ? { person, scanned: null } : null;
};
/** The answer of this device, with the scans that it has not sent; null without a list of the event. */
export const judgeHere = async (
  copy: PointCopy,
  { unsent, redeeming }: Pick<DeskState, 'unsent' | 'redeeming'>,
  target: Target,
  input: ScanInput,
): Promise<Judged | null> => {
  const rules = copy.watched()?.rules;
  const found = 'code' in target ? await copy.find(target.code) : chosenFrom(copy, target.inscriptionid);
  if (!rules || found === null) return null;
  if (typeof found === 'string') return { verdict: judgeScan(rules, found, input.direction, input.scanned_at), person: null, benefits: [] };
  const { person } = found;
  const mine = unsent.filter(({ inscriptionid, result }) => inscriptionid === person.inscriptionid && result === 'ok');
  const facts = { ...person, passes: [...person.passes, ...mine.map(passOf)] };
  const verdict = judgeScan(rules, facts, input.direction, input.scanned_at);
  return { verdict, person, benefits: copy.benefits(found, redeeming) };
};

/** Adds to the copy what the server answered, so that the next scan of this device knows it. */
export const learn = (copy: PointCopy, { result, direction, scanned_at, person, benefits }: ScanAnswer): void => {
  for (const { benefit_grantid, redeemed_at } of benefits)
    if (person && redeemed_at) copy.redeem({ benefit_grantid, inscriptionid: person.inscriptionid, redeemed_at });
  if (result === 'ok' && person) copy.pass(person.inscriptionid, { direction, at: scanned_at });
  const watched = copy.watched();
  if (!watched) return;
  const { entries, exits, inside, refused } = watched.counts;
  const isIn = Number(result === 'ok' && direction === 'entry'),
    isOut = Number(result === 'ok' && direction === 'exit');
  copy.keepWatched({
    ...watched,
    counts: {
      entries: entries + isIn,
      exits: exits + isOut,
      refused: refused + Number(result !== 'ok'),
      inside: Math.max(0, inside + isIn - isOut),
    },
  });
};

/** What was handed over on the answer of the device stays so when the server's replaces it. */
export const handedOn = ({ benefits }: Shown, before: Shown): Pick<Shown, 'benefits' | 'handed'> => ({
  handed: before.handed,
  benefits: benefits.map((each) => {
    const known = before.benefits.find(({ benefit_grantid }) => benefit_grantid === each.benefit_grantid);
    return known && before.handed.includes(each.benefit_grantid) ? { ...each, state: known.state, redeemed_at: known.redeemed_at } : each;
  }),
});

const blank = { person: null, elsewhere: null, benefits: [], isForced: false, refusal: null, handed: [], unredeemed: null } as const;
/** What the screen shows: the answer of the server, its refusal, or what this device says until the server is heard. */
export const shownFor = (
  copy: PointCopy,
  input: ScanInput,
  outcome: Outcome,
  judged: Judged | null,
  redeeming: readonly Redeeming[],
): Shown => {
  const base = { ...blank, client_uuid: input.client_uuid, input };
  if (outcome.is === 'answered') {
    const { result, cause, since, person, elsewhere, benefits, isForced } = outcome.answer;
    const verdict = cause === null ? { result, cause, since: null } : { result, cause, since };
    return { ...base, verdict, person, elsewhere, benefits: withRedeeming(benefits, redeeming), isForced, isConfirmed: true };
  }
  if (outcome.is === 'refused') return { ...base, verdict: null, isConfirmed: true, refusal: outcome.refusal.message };
  const closed = closedBy(copy.watched()?.status ?? null);
  if (closed) return { ...base, verdict: null, isConfirmed: true, refusal: closed };
  const isForced = input.reason !== undefined;
  const own = judged?.verdict ?? null;
  const verdict = own && isForced ? { ...own, result: 'ok' as const } : own;
  return { ...base, verdict, person: judged?.person ?? null, benefits: judged?.benefits ?? [], isForced, isConfirmed: false };
};
