import { tokenLetters, type PreparedBenefit, type PreparedPerson, type ScannedBenefit } from '@/domain/registration/accessPoint';
import type { BenefitTimes } from '@/domain/registration/benefitTimes';
import type { NotFound } from '@/domain/registration/judgeScan';
import { seats } from '@/domain/registration/lifecycle';
import { readCode } from '@/domain/registration/readCode';
import type { Redeeming } from './deskState';
import type { PeopleIndex } from './peopleIndex';
import type { Redeemed } from './pointApi';

/** Who a code leads to on this device, with the benefit whose voucher it was. */
export interface FoundHere {
  readonly person: PreparedPerson;
  readonly scanned: number | null;
}

const seated: ReadonlySet<string> = new Set([...seats.held, ...seats.sold]);
const digestOf = async (code: string): Promise<string> => {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code)));
  return btoa(String.fromCodePoint(...bytes)).slice(0, tokenLetters);
};
const chosen = (found: readonly PreparedPerson[]): FoundHere | NotFound => {
  const wearing = found.filter(({ status }) => seated.has(status));
  const [first, second] = wearing.length > 0 ? wearing : found;
  if (second) return 'several';
  return first ? { person: first, scanned: null } : 'not_found';
};
const byVoucher = async (index: PeopleIndex, code: string): Promise<FoundHere | NotFound> => {
  const digest = await digestOf(code.toUpperCase());
  const [person, other] = index.withVoucher(digest);
  const grants = person?.grants.filter(({ voucher }) => voucher === digest) ?? [];
  if (other || grants.length > 1) return 'several';
  return person && grants[0] ? { person, scanned: grants[0].benefit_grantid } : 'not_found';
};

/** The registration of a code, as the server finds it: the proof, the folio, the number, the chip, or a voucher of the athlete. */
export const findByCode = async (index: PeopleIndex, code: string): Promise<FoundHere | NotFound> => {
  for (const { kind, value, number, prefix } of readCode(code)) {
    const id = kind === 'qr' ? index.token(await digestOf(value)) : kind === 'folio' ? index.folio(value) : undefined;
    const person = index.person(id);
    if (person) return { person, scanned: null };
    const numbered = kind === 'number' && number !== undefined ? index.numbered(number, prefix) : [];
    if (numbered.length > 0) return chosen(numbered);
  }
  const chipped = index.withChip(code);
  return chipped.length > 0 ? chosen(chipped) : byVoucher(index, code);
};

/** Benefits with what this device redeemed and has not sent. */
export const withRedeeming = (benefits: readonly ScannedBenefit[], redeeming: readonly Redeeming[]): readonly ScannedBenefit[] =>
  benefits.map((benefit) => {
    const at = redeeming.find(({ benefit_grantid }) => benefit_grantid === benefit.benefit_grantid)?.at;
    return at === undefined || benefit.state === 'redeemed' ? benefit : { ...benefit, state: 'redeemed', redeemed_at: at };
  });

/** The benefits of a registration as the server shows them: the voucher that was read first, then what can be redeemed. */
const benefitsOf = (
  offered: readonly PreparedBenefit[],
  { person: { grants }, scanned }: FoundHere,
  redeeming: readonly Redeeming[],
): readonly ScannedBenefit[] => {
  const found = offered.flatMap(({ id, name, kind }) =>
    grants
      .filter(({ benefitid }) => benefitid === id)
      .map(({ benefit_grantid, redeemed_at }): ScannedBenefit => {
        const state = redeemed_at === null ? 'granted' : 'redeemed';
        return { benefit_grantid, name, kind, state, redeemed_at, isScanned: benefit_grantid === scanned };
      }),
  );
  const rank = ({ isScanned, state }: ScannedBenefit): number => (isScanned ? 0 : state === 'granted' ? 1 : 2);
  return withRedeeming(found, redeeming).toSorted((one, other) => rank(one) - rank(other));
};

/** The benefits of the people of a copy. */
export interface GrantsHere {
  /** What the athlete gets here, with what this device redeemed and has not sent. */
  readonly benefits: (found: FoundHere, redeeming: readonly Redeeming[]) => readonly ScannedBenefit[];
  /** When the benefit of a registration can be redeemed; undefined when this device does not know it. */
  readonly timesOf: (inscriptionid: number, benefit_grantid: number) => BenefitTimes | undefined;
  /** Adds what was redeemed, or with null what was taken back. */
  readonly redeem: (redeemed: Omit<Redeemed, 'redeemed_at'> & { readonly redeemed_at: string | null }) => void;
}
export const grantsIn = (index: PeopleIndex, offered: () => readonly PreparedBenefit[]): GrantsHere => ({
  benefits: (found, redeeming) => benefitsOf(offered(), found, redeeming),
  timesOf: (inscriptionid, benefit_grantid) => {
    const grant = index.person(inscriptionid)?.grants.find((each) => each.benefit_grantid === benefit_grantid);
    return offered().find(({ id }) => id === grant?.benefitid);
  },
  redeem: ({ inscriptionid, benefit_grantid, redeemed_at }) => {
    const person = index.person(inscriptionid);
    if (!person) return;
    const grants = person.grants.map((grant) => (grant.benefit_grantid === benefit_grantid ? { ...grant, redeemed_at } : grant));
    index.put({ ...person, grants });
  },
});
