/** The division of a results file as an age category. */
export interface Division {
  readonly name: string;
  readonly branch: 'F' | 'M' | 'mixed';
  readonly age_min: number;
  readonly age_max: number;
}

const oldest = 120;
const aged = /^([FM])(\d{1,2})(?:-(\d{1,3})|\+)?$/i;
const branched = /^([FM])(?:PRO|PC|ELITE)$/i;

/** `M35-39` is men from 35 to 39, `F75+` women from 75 on; one without ages takes every age under its own name. */
export const divisionOf = (name: string): Division => {
  const [, letter, from, to] = aged.exec(name) ?? [];
  const branch = (letter ?? branched.exec(name)?.[1])?.toUpperCase() as 'F' | 'M' | undefined;
  const ages =
    from === undefined ? { age_min: 0, age_max: oldest } : { age_min: Number(from), age_max: to === undefined ? oldest : Number(to) };
  const isPlausible = ages.age_min <= ages.age_max && ages.age_max <= oldest;
  return { name, branch: branch ?? 'mixed', ...(isPlausible ? ages : { age_min: 0, age_max: oldest }) };
};
