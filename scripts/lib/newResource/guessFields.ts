import { phone as phoneField, email as emailField, url as urlField, curp as curpField } from '@/fields';
import { nounNames } from './nouns';
import { fieldPhrases, valuePhrases } from './phrases';
import type { Table } from './readTable';

/** A column of a spreadsheet as a field in the notation of the command line, and the text of its header. */
export interface Guess {
  readonly name: string;
  readonly text: string;
  readonly header: string;
  /** The text of the cells for each value of a choice. */
  readonly values: Readonly<Record<string, string>>;
}

const bare = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[¿?¡!:*]/g, '')
    .trim()
    .replaceAll(/\s+/g, ' ');
const snake = (text: string): string => {
  const name = bare(text.replaceAll(/([a-z])([A-Z])/g, '$1_$2'))
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  return /^[a-z]/.test(name) ? name : `column_${name}`.replace(/_$/, '');
};

/** Other headers that people use. */
const headers: Readonly<Record<string, string>> = {
  nombre: 'name',
  lugar: 'place',
  equipo: 'team',
  estado: 'status',
  tipo: 'kind',
  correo: 'email',
  'e-mail': 'email',
  mail: 'email',
  tel: 'phone',
  telefono: 'phone',
  celular: 'mobile',
  movil: 'mobile',
  nombres: 'first_name',
  apellido: 'last_name',
  apellidos: 'last_name',
  sexo: 'gender',
  monto: 'amount',
  'fecha nacimiento': 'birth_date',
  nacimiento: 'birth_date',
  fecha: 'held_on',
  notas: 'notes',
  observaciones: 'remarks',
  comentarios: 'comments',
  'codigo postal': 'postal_code',
  cp: 'postal_code',
  id: 'external_ref',
  no: 'number',
  'no.': 'number',
};
const said = (name: string, spanish: string): readonly [string, string] => [bare(spanish.replace('@', 'o')), name];
/** A word of the dictionary in both genders, for headings. */
const saidInBoth = ([name, { es }]: readonly [string, { readonly es: string }]): readonly (readonly [string, string])[] => [
  said(name, es),
  [bare(es.replace('@', 'a')), name],
];
/** Spanish words of the dictionary, and the names that the code uses. */
const known = new Map<string, string>([
  ...[...valuePhrases].flatMap(saidInBoth),
  ...nounNames.flatMap(([name, { one, many }]) => [said(name, one), said(name, many)]),
  ...[...fieldPhrases].flatMap(saidInBoth),
  ...Object.entries(headers),
]);
const knownValues = new Map([...valuePhrases].flatMap(saidInBoth));

const every = (values: readonly string[], is: (value: string) => boolean): boolean => values.length > 0 && values.every(is);
const iso = /^\d{4}-\d\d-\d\d$/,
  dayFirst = /^\d{1,2}[/.-]\d{1,2}[/.-]\d{4}$/,
  time = /\d[ T]\d{1,2}:\d\d/;
const isDate = (value: string): boolean => (iso.test(value) && !Number.isNaN(Date.parse(value))) || dayFirst.test(value);
const isMoment = (value: string): boolean => time.test(value) && isDate(value.split(/[ T]/)[0]!);
const yesNo = new Set(['si', 'no', 'yes', 'true', 'false', 'x', 'verdadero', 'falso']);
const whole = /^-?\d{1,9}$/,
  fraction = /^-?\d+[.,]\d+$/,
  money = /^\$ ?[\d,]+(\.\d{1,2})?$|^[\d,]+\.\d\d$/,
  percent = /^\d{1,3}([.,]\d+)? ?%$/,
  phone = /^\+?[\d\s().-]{10,20}$/;
const aboutMoney = /price|cost|amount|fee|tax|total|discount|payment|salary|budget/,
  aboutPhone = /phone|mobile/,
  aboutSize = /size/;
const codes = /^[A-Z0-9-]{1,6}$/;

const limits = [20, 40, 80, 120, 200];
const longLimits = [500, 1000, 2000, 5000, 10_000];
/** A round number with some room. */
const limitFor = (longest: number, from: readonly number[]): number =>
  from.find((limit) => limit >= longest * 1.25) ?? from.find((limit) => limit >= longest) ?? from.at(-1)!;

const mostChoices = 12,
  longestChoice = 30,
  timesEach = 2;
const valueName = (value: string): string => (codes.test(value) ? value : (knownValues.get(bare(value)) ?? snake(value)));
const choicesOf = (values: readonly string[]): readonly string[] | null => {
  const different = [...new Set(values)];
  const names = [...new Set(different.map(valueName))];
  const isFew = different.length >= 2 && different.length <= mostChoices && values.length >= different.length * timesEach;
  return isFew && names.length > 1 && different.every((value) => value.length <= longestChoice) ? names : null;
};

interface Kind {
  readonly type: string;
  readonly options?: string;
  readonly suffix?: string;
}
const kindOf = (name: string, values: readonly string[]): Kind => {
  const longest = Math.max(0, ...values.map((value) => value.length));
  if (values.length === 0) return { type: 'text', options: 'max:200' };
  if (every(values, (value) => emailField().zod.safeParse(value).success)) return { type: 'email' };
  if (every(values, (value) => curpField().zod.safeParse(value).success)) return { type: 'curp' };
  if (aboutPhone.test(name) && every(values, (value) => phone.test(value) || phoneField().zod.safeParse(value).success))
    return { type: 'phone' };
  if (every(values, (value) => /^https?:/.test(value) && urlField().zod.safeParse(value).success)) return { type: 'url' };
  if (every(values, isMoment)) return { type: 'dateTime' };
  if (every(values, isDate)) return { type: 'date' };
  if (every(values, (value) => yesNo.has(bare(value)))) return { type: 'boolean' };
  if (every(values, (value) => percent.test(value))) return { type: 'percent' };
  if (
    every(values, (value) => money.test(value) || (whole.test(value) && aboutMoney.test(name))) &&
    (aboutMoney.test(name) || values.some((value) => value.startsWith('$')))
  )
    return { type: 'money', suffix: name.endsWith('_cents') ? '' : '_cents' };
  const choices = choicesOf(values);
  const areNumbers = every(values, (value) => whole.test(value) || fraction.test(value));
  if (choices && (aboutSize.test(name) || !areNumbers)) return { type: `choice(${choices.join(',')})` };
  if (every(values, (value) => whole.test(value)) && !values.some((value) => /^0\d/.test(value)))
    return { type: 'integer', options: 'min:0'.repeat(values.every((value) => !value.startsWith('-')) ? 1 : 0) };
  if (areNumbers && !values.some((value) => /^0\d/.test(value))) return { type: 'decimal' };
  return longest > limits.at(-1)! || values.some((value) => value.includes('\n'))
    ? { type: 'longText', options: `max:${limitFor(longest, longLimits)}` }
    : { type: 'text', options: `max:${limitFor(longest, limits)}` };
};

/** Names, types, choices, limits and required fields, guessed from a spreadsheet. */
export const guessFields = ({ header, rows }: Table): readonly Guess[] => {
  const taken = new Map<string, number>();
  return header
    .map((title, at) => ({ title, values: rows.map((row) => row[at] ?? '') }))
    .filter(({ title, values }) => title !== '' || values.some(Boolean))
    .map(({ title, values }) => {
      const filled = values.filter(Boolean);
      const base = known.get(bare(title)) ?? snake(title);
      const { type, options, suffix = '' } = kindOf(base, filled);
      const ofKind = type === 'dateTime' ? base.replace(/_on$/, '_at') : base; // one Spanish word means both a day and a moment
      const wanted = `${ofKind}${suffix}`,
        times = (taken.get(wanted) ?? 0) + 1;
      taken.set(wanted, times);
      const name = times === 1 ? wanted : `${wanted}_${times}`;
      const isNeeded = filled.length > 0 && filled.length === values.length && type !== 'boolean';
      const isChoice = type.startsWith('choice(');
      const cells = isChoice ? Object.fromEntries(filled.map((value) => [valueName(value), value])) : {};
      return { name, header: title, values: cells, text: `${name}:${type}${options ? `{${options}}` : ''}${isNeeded ? '!' : ''}` };
    });
};
