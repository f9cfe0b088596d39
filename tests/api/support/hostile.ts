/** A JSON schema as the OpenAPI documents of the product say it. */
export interface Shape {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Shape[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly format?: string;
}

/** Draws the same sequence again for the same seed. */
export interface Draw {
  /** A whole number from 0 to below `count`. */
  readonly below: (count: number) => number;
  readonly chance: (share: number) => boolean;
  readonly of: <T>(list: readonly T[]) => T;
}
export const drawFrom = (seed: number): Draw => {
  let state = seed >>> 0;
  const next = (): number => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (count: number): number => Math.floor(next() * count);
  return { below, chance: (share) => next() < share, of: (list) => list[below(list.length)]! };
};

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);
const texts = [
  '',
  ' ',
  'a',
  '\0',
  'a\0b',
  '\ud800',
  'x\udc00',
  '\u202e',
  'a\r\nb',
  '%',
  '%00',
  '_',
  '\\',
  "'; select 1; --",
  '${1}',
  '{{x}}',
  '<script>',
  '../../x',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'true',
  'NaN',
  'Infinity',
  '-0',
  '1e999',
  '0x10',
  '1_000',
  '٣',
  '🏃',
  'é'.repeat(300),
  'a'.repeat(5000),
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '99999-01-01',
  '2026-01-01T00:00:00Z',
  '2026-01-01T25:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  '0001-01-01T00:00:00Z',
  'infinity',
  '24:00',
  'a@b.mx',
  '/api/upload/x.png',
  'https://x.test/\0',
] as const;
const numbers = [
  0,
  -0,
  1,
  -1,
  2,
  3,
  0.5,
  2 ** 31,
  2 ** 31 - 1,
  -(2 ** 31),
  2 ** 53,
  -(2 ** 53),
  2 ** 63,
  1e15,
  1e21,
  1e308,
  -1e308,
  5e-324,
];
/** Values that nobody means. */
export const hostile = (draw: Draw): unknown => {
  const kind = draw.below(12);
  if (kind < 5) return draw.of(texts);
  if (kind < 8) return draw.of(numbers);
  return draw.of<unknown>([
    null,
    true,
    false,
    [],
    {},
    [null],
    [[]],
    [1, 1],
    ['a', 'a'],
    { constructor: 1 },
    { toString: 1 },
    { es: 'a' },
    { es: '\0' },
    { url: 1 },
    nested(40),
    nested(200),
    Array.from({ length: 600 }, (_, at) => at),
  ]);
};
export const hostileText = (draw: Draw): string => draw.of(texts);

const days = ['2026-11-01', '2027-03-05', '1990-02-03'];
const plain = (shape: Shape, draw: Draw, depth: number, known: Readonly<Record<string, Shape>>): unknown => {
  const type = typeof shape.type === 'string' ? shape.type : draw.of(shape.type ?? ['string']);
  switch (type) {
    case 'integer':
    case 'number':
      return Math.min(Math.max(draw.below(4) + 1, shape.minimum ?? 0), shape.maximum ?? 1000);
    case 'boolean':
      return draw.chance(0.5);
    case 'null':
      return null;
    case 'array':
      return depth > 3 ? [] : Array.from({ length: draw.below(3) }, () => valid(shape.items ?? {}, draw, known, depth + 1));
    case 'object':
      return valid({ properties: shape.properties ?? {} }, draw, known, depth + 1);
    default:
      return shape.format === 'date'
        ? draw.of(days)
        : shape.format === 'date-time'
          ? `${draw.of(days)}T12:00:00Z`
          : shape.format === 'email'
            ? 'a@prueba.test'
            : `texto ${draw.below(50)}`.slice(0, shape.maxLength ?? 200);
  }
};
/** A value such as the schema describes, with something hostile in it now and then. */
export const valid = (shape: Shape, draw: Draw, known: Readonly<Record<string, Shape>>, depth = 0): unknown => {
  if (draw.chance(0.04)) return hostile(draw);
  if (shape.$ref) return valid(known[shape.$ref.split('/').at(-1)!] ?? {}, draw, known, depth + 1);
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return draw.of(shape.enum);
  if (shape.anyOf) return valid(draw.of(shape.anyOf), draw, known, depth);
  if (!shape.properties) return plain(shape, draw, depth, known);
  const share = depth === 0 ? draw.of([0.1, 0.5, 1]) : 0.8;
  const entries = Object.entries(shape.properties)
    .filter(() => draw.chance(share))
    .map(([name, each]) => [name, valid(each, draw, known, depth + 1)] as const);
  return Object.fromEntries(
    draw.chance(0.05)
      ? [
          ...entries,
          [
            draw.of(['constructor', 'toString', 'hasOwnProperty', '__proto__', 'organizationid', 'deleted_at', 'nothing', 'dryRun', '\0']),
            hostile(draw),
          ],
        ]
      : entries,
  );
};
