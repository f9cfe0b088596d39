import { z } from 'zod';
import { isWritable, type AnyField, type Embedding, type Fields } from '../field';
import { isErrorCode, type ErrorCode, type Reason } from '../errorCodes';
import type { Registry } from '../registry';
import type { AnyResource } from '../resource';

/** An error of one field. */
export interface Problem extends Reason {
  readonly path: string;
}
/** A notice on one field; `message` is a translation key. */
export interface Notice {
  readonly path: string;
  readonly message: string;
}
export type Draft = Readonly<Record<string, unknown>>;

const entriesOf = (fields: Fields): [string, AnyField][] => Object.entries(fields);

const embedded = ({ target, via, min = 0, max = 500 }: Embedding, registry: Registry): z.ZodType => {
  const child = registry.get(target);
  const shape = Object.fromEntries(
    entriesOf(child.fields)
      .filter(([name, field]) => isWritable(field) && name !== via)
      .map(([name, field]) => [name, present(child, name, field, registry, 'create')]),
  );
  return z
    .array(z.strictObject({ [child.key]: z.int().positive().nullish(), ...shape }))
    .min(min)
    .max(max);
};

const valueOf = (field: AnyField, registry: Registry): z.ZodType => (field.embeds ? embedded(field.embeds, registry) : field.zod);

const present = ({ when = {} }: AnyResource, name: string, field: AnyField, registry: Registry, mode: Mode): z.ZodType => {
  const value = valueOf(field, registry);
  const { required: needed, default: fallback } = field.options;
  if (mode === 'patch') return needed || fallback !== undefined ? value.optional() : value.nullish();
  if (fallback !== undefined) return value.default(fallback as never);
  if (field.embeds) return value.optional();
  return needed && !Object.hasOwn(when, name) ? value : value.nullish();
};

export type Mode = 'create' | 'patch';

/** Validates the input of a form or a client. In `patch` mode nothing is required and no default applies. */
export const inputSchema = (resource: AnyResource, registry: Registry, mode: Mode): z.ZodType<Record<string, unknown>> =>
  z.strictObject(
    Object.fromEntries(
      entriesOf(resource.all)
        .filter(([, field]) => isWritable(field) && !(mode === 'patch' && field.options.createOnly))
        .map(([name, field]) => [name, present(resource, name, field, registry, mode)]),
    ),
  ) as unknown as z.ZodType<Record<string, unknown>>;

/** Writes null into every field whose condition is false, because dependent fields are about meaning, not only display. */
export const settle = <D extends Draft>(resource: AnyResource, draft: D): { [K in keyof D]: D[K] | null } => {
  const conditions = Object.entries(resource.when ?? {});
  return { ...draft, ...Object.fromEntries(conditions.filter(([, holds]) => holds && !holds(draft)).map(([name]) => [name, null])) };
};

/** The errors of a whole record: required dependent fields and declared rules. */
export const brokenRules = (resource: AnyResource, record: Draft): readonly Problem[] => {
  const { when } = resource;
  const missing = (when ? entriesOf(resource.fields) : [])
    .filter(([name, { options }]) => options.required && options.default === undefined && record[name] == null && when?.[name]?.(record))
    .map(([name]): Problem => ({ path: name, code: 'REQUIRED' }));
  const broken = Object.entries(resource.rules ?? {})
    .filter(([, rule]) => !rule.check(record))
    .map(([name, rule]): Problem => ({ path: rule.on, code: 'RULE_BROKEN', rule: `${resource.name}.${name}` }));
  return [...missing, ...broken];
};

/** The notices of a record, which refuse nothing. */
export const noticesOf = ({ name, notices = {} }: AnyResource, record: Draft): readonly Notice[] =>
  Object.entries(notices)
    .filter(([, notice]) => !notice.check(record))
    .map(([key, { on }]) => ({ path: on, message: `${name}.notices.${key}` }));

type Issue = z.core.$ZodIssue;
const bounds: Readonly<Record<string, { readonly low: ErrorCode; readonly high: ErrorCode }>> = {
  string: { low: 'TOO_SHORT', high: 'TOO_LONG' },
  array: { low: 'TOO_FEW', high: 'TOO_MANY' },
};
const number = { low: 'TOO_LOW', high: 'TOO_HIGH' } as const;
const formats: Readonly<Record<string, ErrorCode>> = {
  email: 'INVALID_EMAIL',
  date: 'INVALID_DATE',
  datetime: 'INVALID_DATETIME',
  url: 'INVALID_URL',
};

const describe = (issue: Issue): Reason => {
  if (isErrorCode(issue.message)) return { code: issue.message };
  switch (issue.code) {
    case 'invalid_type':
      return { code: issue.input == null ? 'REQUIRED' : 'INVALID_VALUE' };
    case 'too_small':
      return issue.origin === 'string' && Number(issue.minimum) === 1
        ? { code: 'REQUIRED' }
        : { code: (bounds[issue.origin] ?? number).low, params: { min: Number(issue.minimum) } };
    case 'too_big':
      return { code: (bounds[issue.origin] ?? number).high, params: { max: Number(issue.maximum) } };
    case 'invalid_format':
      return { code: formats[issue.format] ?? 'INVALID_FORMAT' };
    case 'invalid_value':
      return { code: issue.input == null ? 'REQUIRED' : 'NOT_A_CHOICE' };
    case 'unrecognized_keys':
      return { code: 'UNKNOWN_FIELD' };
    default:
      return { code: 'INVALID_VALUE' };
  }
};

/** Turns a zod error into problems by path. If the message of the schema is a code, it becomes the code of the problem. */
export const problemsOf = (error: z.ZodError): readonly Problem[] =>
  error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: [...issue.path, key].join('.'), ...describe(issue) }))
      : [{ path: issue.path.join('.'), ...describe(issue) }],
  );
/** Parses with the input kept in issues, so that an absent value is reported as required rather than mistyped. */
export const parseInput = (
  schema: z.ZodType<Record<string, unknown>>,
  input: unknown,
): { readonly value: Record<string, unknown> } | { readonly problems: readonly Problem[] } => {
  const parsed = schema.safeParse(input, { reportInput: true });
  return parsed.success ? { value: parsed.data } : { problems: problemsOf(parsed.error) };
};
