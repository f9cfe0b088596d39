import { z } from 'zod';
import { isWritable, type AnyField, type Fields } from '../field';
import type { Registry } from '../registry';
import type { AnyResource } from '../resource';

/** Something wrong with one field: `message` is a translation key. */
export interface Problem {
  readonly path: string;
  readonly message: string;
  readonly params?: Readonly<Record<string, unknown>>;
}
export type Draft = Readonly<Record<string, unknown>>;

const required = 'validation.required';
const entriesOf = (fields: Fields): [string, AnyField][] => Object.entries(fields);

const embedded = ({ embeds }: AnyField, registry: Registry): z.ZodType => {
  const child = registry.get(embeds!.target);
  const shape = Object.fromEntries(
    entriesOf(child.fields)
      .filter(([name, field]) => isWritable(field) && name !== embeds!.via)
      .map(([name, field]) => [name, present(child, name, field, registry, 'create')]),
  );
  return z
    .array(z.strictObject({ [child.key]: z.int().positive().nullish(), ...shape }))
    .min(embeds!.min ?? 0)
    .max(embeds!.max ?? 500);
};

const valueOf = (field: AnyField, registry: Registry): z.ZodType => (field.embeds ? embedded(field, registry) : field.zod);

const present = ({ when = {} }: AnyResource, name: string, field: AnyField, registry: Registry, mode: Mode): z.ZodType => {
  const value = valueOf(field, registry);
  const { required: needed, default: fallback } = field.options;
  if (mode === 'patch') return needed || fallback !== undefined ? value.optional() : value.nullish();
  if (fallback !== undefined) return value.default(fallback as never);
  if (field.embeds) return value.optional();
  return needed && !Object.hasOwn(when, name) ? value : value.nullish();
};

export type Mode = 'create' | 'patch';

/** Validates what a form or a client sends. In `patch` mode nothing is obligatory and no default applies. */
export const inputSchema = (resource: AnyResource, registry: Registry, mode: Mode): z.ZodType<Record<string, unknown>> =>
  z.strictObject(
    Object.fromEntries(
      entriesOf(resource.all)
        .filter(([, field]) => isWritable(field) && !(mode === 'patch' && field.options.createOnly))
        .map(([name, field]) => [name, present(resource, name, field, registry, mode)]),
    ),
  ) as unknown as z.ZodType<Record<string, unknown>>;

/** Writes null into every field whose condition does not hold: dependence is meaning, not decoration. */
export const settle = <D extends Draft>(resource: AnyResource, draft: D): { [K in keyof D]: D[K] | null } => {
  const conditions = Object.entries((resource.when ?? {}) as Record<string, (draft: Draft) => boolean>);
  return { ...draft, ...Object.fromEntries(conditions.filter(([, holds]) => !holds(draft)).map(([name]) => [name, null])) };
};

/** What a whole record breaks: obligatory dependent fields and declared rules. */
export const brokenRules = (resource: AnyResource, record: Draft): readonly Problem[] => {
  const when = (resource.when ?? {}) as Record<string, (draft: Draft) => boolean>;
  const missing = entriesOf(resource.fields)
    .filter(
      ([name, { options }]) =>
        when[name] && options.required && options.default === undefined && when[name](record) && record[name] == null,
    )
    .map(([name]) => ({ path: name, message: required }));
  const broken = Object.entries((resource.rules ?? {}) as Record<string, { on: string; check(record: Draft): boolean }>)
    .filter(([, rule]) => !rule.check(record))
    .map(([name, rule]) => ({ path: rule.on, message: `${resource.name}.rules.${name}` }));
  return [...missing, ...broken];
};

/** What of a record is worth a second look, though nothing refuses it. */
export const noticesOf = ({ name, notices = {} }: AnyResource, record: Draft): readonly Problem[] =>
  Object.entries(notices as Record<string, { on: string; check(record: Draft): boolean }>)
    .filter(([, notice]) => !notice.check(record))
    .map(([key, { on }]) => ({ path: on, message: `${name}.notices.${key}` }));

type Issue = z.core.$ZodIssue;
const bound = (issue: { origin?: string }, side: 'Low' | 'High'): string =>
  `validation.${issue.origin === 'string' ? (side === 'Low' ? 'tooShort' : 'tooLong') : issue.origin === 'array' ? (side === 'Low' ? 'tooFew' : 'tooMany') : side === 'Low' ? 'tooLow' : 'tooHigh'}`;

const describe = (issue: Issue): Omit<Problem, 'path'> => {
  if (issue.message.startsWith('validation.')) return { message: issue.message };
  switch (issue.code) {
    case 'invalid_type':
      return issue.input == null ? { message: required } : { message: 'validation.type' };
    case 'too_small':
      return issue.origin === 'string' && Number(issue.minimum) === 1
        ? { message: required }
        : { message: bound(issue, 'Low'), params: { min: Number(issue.minimum) } };
    case 'too_big':
      return { message: bound(issue, 'High'), params: { max: Number(issue.maximum) } };
    case 'invalid_format':
      return { message: ['email', 'date', 'datetime', 'url'].includes(issue.format) ? `validation.${issue.format}` : 'validation.pattern' };
    case 'invalid_value':
      return { message: issue.input == null ? required : 'validation.choice' };
    case 'unrecognized_keys':
      return { message: 'validation.unknown' };
    default:
      return { message: 'validation.type' };
  }
};

/** Turns a zod error into path and message pairs; messages are translation keys. */
export const problemsOf = (error: z.ZodError): readonly Problem[] =>
  error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: [...issue.path, key].join('.'), ...describe(issue) }))
      : [{ path: issue.path.join('.'), ...describe(issue) }],
  );
/** Parses with the input kept in issues, so that an absent value reads as required rather than mistyped. */
export const parseInput = (
  schema: z.ZodType<Record<string, unknown>>,
  input: unknown,
): { readonly value: Record<string, unknown> } | { readonly problems: readonly Problem[] } => {
  const parsed = schema.safeParse(input, { reportInput: true });
  return parsed.success ? { value: parsed.data } : { problems: problemsOf(parsed.error) };
};
