/** Measures that have a published healthy range for adults. */
export type RangedMeasure = 'bmi' | 'pbf_pct' | 'whr' | 'ecw_tbw_ratio' | 'visceral_fat_level' | 'visceral_fat_area';
/** Who published a range: the World Health Organization, or InBody on its result sheets. */
export type RangeSource = 'who_2010' | 'who_whr_2008' | 'inbody';
/** A healthy range; an absent end is open. */
export interface BodyRange {
  readonly low: number | null;
  readonly high: number | null;
  readonly source: RangeSource;
}
const adult = 18;
const same = (range: BodyRange) => ({ F: range, M: range });
const ranges: Readonly<Record<RangedMeasure, { readonly F: BodyRange; readonly M: BodyRange }>> = {
  bmi: same({ low: 18.5, high: 24.9, source: 'who_2010' }),
  pbf_pct: { F: { low: 18, high: 28, source: 'inbody' }, M: { low: 10, high: 20, source: 'inbody' } },
  whr: { F: { low: null, high: 0.84, source: 'who_whr_2008' }, M: { low: null, high: 0.89, source: 'who_whr_2008' } },
  ecw_tbw_ratio: same({ low: 0.36, high: 0.39, source: 'inbody' }),
  visceral_fat_level: same({ low: null, high: 9, source: 'inbody' }),
  visceral_fat_area: same({ low: null, high: 99.9, source: 'inbody' }),
};
const isRanged = (measure: string): measure is RangedMeasure => Object.hasOwn(ranges, measure);

/** The healthy range of a measure for a person; null where none is published: for minors, and for people who are neither F nor M where it differs. */
export const rangeOf = (measure: string, { gender, age }: { readonly gender: string; readonly age: number }): BodyRange | null => {
  if (age < adult || !isRanged(measure)) return null;
  const { F, M } = ranges[measure];
  if (gender === 'F') return F;
  if (gender === 'M') return M;
  return F === M ? F : null;
};

/** Where a value is with respect to a range. */
export const placeIn = (value: number, { low, high }: BodyRange): 'below' | 'within' | 'above' =>
  low !== null && value < low ? 'below' : high !== null && value > high ? 'above' : 'within';

/** What two tests are compared by, in the order of a result sheet. */
export const comparedMeasures = [
  'weight_kg',
  'bmi',
  'skeletal_muscle_mass_kg',
  'body_fat_mass_kg',
  'pbf_pct',
  'lean_body_mass_kg',
  'tbw_l',
  'ecw_tbw_ratio',
  'bmr_kcal',
  'visceral_fat_level',
  'visceral_fat_area',
  'whr',
  'phase_angle',
  'inbody_score',
] as const;
/** One measure of two tests, with what changed and how the newer value compares with the healthy range. */
export interface ComparedMeasure {
  readonly name: (typeof comparedMeasures)[number];
  readonly before: number | null;
  readonly after: number;
  readonly change: number | null;
  readonly range: BodyRange | null;
  readonly place: 'below' | 'within' | 'above' | null;
}
type Test = Readonly<Record<string, unknown>>;
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const digits = 1000;

/** Compares a test with an earlier one, or with the ranges alone. Measures that the newer test lacks are left out. */
export const compareTests = (after: Test, before: Test | null): readonly ComparedMeasure[] =>
  comparedMeasures.flatMap((name) => {
    const value = numberOf(after[name]);
    if (value === null) return [];
    const earlier = numberOf(before?.[name]);
    const range = rangeOf(name, { gender: String(after['gender']), age: numberOf(after['age']) ?? 0 });
    return [
      {
        name,
        before: earlier,
        after: value,
        change: earlier === null ? null : Math.round((value - earlier) * digits) / digits,
        range,
        place: range && placeIn(value, range),
      },
    ];
  });
