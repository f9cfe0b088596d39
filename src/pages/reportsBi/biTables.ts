import { ageGroups, type BiAnswers, type BiChart, type Compared } from '@/domain/reports/biFigures';

type Locale = 'es' | 'en';
export interface TableWords {
  /** Texts of the reports. */
  readonly word: (key: string) => string;
  /** Texts of the values of registrations and payments. */
  readonly choice: (field: 'status' | 'channel' | 'method', value: string) => string;
  readonly locale: Locale;
}
export type Table = readonly (readonly string[])[];

/** A text in two languages, in one of them. */
export const nameIn = (name: Readonly<Record<string, string>>, locale: Locale): string => name[locale] ?? name['es'] ?? '';
/** `25-29`; the youngest group has no lower limit, the oldest no upper one. */
export const groupLabel = (group: number): string => {
  const next = ageGroups[ageGroups.indexOf(group as (typeof ageGroups)[number]) + 1];
  return next === undefined ? `${group}+` : `${group}–${next - 1}`;
};

const cents = (value: number): string => (value / 100).toFixed(2);
const number = (value: number | null): string => (value === null ? '' : String(value));
const figures = ({ current, previous }: Compared): readonly string[] => [String(current), number(previous)];
const counted = ({ word }: TableWords, what: string, rows: readonly (readonly [string, Compared])[]): Table => [
  [word(what), word('columns.current'), word('columns.previous')],
  ...rows.map(([label, row]) => [label, ...figures(row)]),
];

/** The data of a chart, as rows of a file. */
export const biTables: { readonly [C in BiChart]: (answer: BiAnswers[C], words: TableWords) => Table } = {
  pace: ({ days }, { word }) => [
    [word('pace.day'), word('pace.current'), word('pace.previous')],
    ...days.map(({ day, current, previous }) => [day, number(current), number(previous)]),
  ],
  revenue: ({ rows }, { word, choice }) => [
    [word('revenue.what'), word('revenue.received'), word('revenue.returned'), word('revenue.net'), word('columns.previous')],
    ...rows.map(({ method, received_cents, returned_cents, net_cents, previous_cents }) => [
      choice('method', method),
      cents(received_cents),
      cents(returned_cents),
      cents(net_cents),
      previous_cents === null ? '' : cents(previous_cents),
    ]),
  ],
  mix: ({ rows }, words) =>
    counted(
      words,
      'mix.what',
      rows.map((row) => [words.choice('status', String(row.key)), row]),
    ),
  channels: ({ rows }, words) =>
    counted(
      words,
      'channels.what',
      rows.map((row) => [words.choice('channel', String(row.key)), row]),
    ),
  geography: ({ rows }, words) =>
    counted(
      words,
      'geography.what',
      rows.map((row) => [row.label ?? words.word('geography.unknown'), row]),
    ),
  ages: ({ rows }, { word }) => [
    [word('ages.age'), word('ages.gender'), word('columns.current'), word('columns.previous')],
    ...rows.map((row) => [row.group === null ? word('ages.undated') : groupLabel(row.group), word(`ages.${row.gender}`), ...figures(row)]),
  ],
  coupons: ({ rows }, { word }) => [
    [word('coupons.what'), word('coupons.uses'), word('coupons.discount'), word('coupons.income')],
    ...rows.map(({ label, uses, discount_cents, income_cents }) => [
      label ?? word('coupons.unnamed'),
      String(uses),
      cents(discount_cents),
      cents(income_cents),
    ]),
  ],
  retention: ({ rows }, { word, locale }) => [
    [word('retention.what'), word('retention.before'), word('retention.athletes'), word('retention.returned')],
    ...rows.map(({ name, previous_name, athletes, returned }) => [
      nameIn(name, locale),
      nameIn(previous_name, locale),
      String(athletes),
      String(returned),
    ]),
  ],
};
