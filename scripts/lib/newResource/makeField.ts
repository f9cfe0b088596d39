import * as vocabulary from '@/fields';
import type { AnyField, Registry } from '@/schema';
import { commonOptions } from '@/schema/field';
import { FieldProblem, type FieldRequest, type OptionValue } from './readField';

/** A requested field: as data, and as it is written into the declaration. */
export interface NewField {
  readonly name: string;
  readonly field: AnyField;
  readonly code: string;
}

type Maker = (...args: unknown[]) => AnyField;
const makers = vocabulary as unknown as Readonly<Record<string, Maker>>;
/** Types that a line cannot describe: they contain rows, fields or a shape. */
const written: Readonly<Record<string, string>> = {
  hasMany: 'rows of another resource',
  rows: 'fields of its own',
  sum: 'what it adds up',
  count: 'what it counts',
};
const ofValues = new Set(['choice', 'choices', 'status']);
const ofTarget = new Set(['belongsTo', 'manyToMany']);
/** Other names that people try. */
const otherNames: Readonly<Record<string, string>> = {
  string: 'text',
  varchar: 'text',
  textarea: 'longText',
  int: 'integer',
  number: 'integer',
  float: 'decimal',
  bool: 'boolean',
  datetime: 'dateTime',
  timestamp: 'dateTime',
  enum: 'choice',
  select: 'choice',
  reference: 'belongsTo',
  references: 'belongsTo',
  link: 'url',
  price: 'money',
  mail: 'email',
  photo: 'image',
  picture: 'image',
};

const distance = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (let to = 1; to <= other.length; to += 1)
      next.push(Math.min(row[to]! + 1, next[to - 1]! + 1, row[to - 1]! + (letter === other[to - 1] ? 0 : 1)));
    row = next;
  }
  return row.at(-1)!;
};
const farthest = 2;
/** ` Did you mean "choice"?`, if a known name is similar. */
export const didYouMean = (name: string, known: readonly string[]): string => {
  const [near] = known
    .map((each) => [distance(name.toLowerCase(), each.toLowerCase()), each] as const)
    .filter(([far]) => far <= farthest)
    .sort(([one], [other]) => one - other);
  const meant = near?.[1] ?? otherNames[name.toLowerCase()];
  return meant ? ` Did you mean "${meant}"?` : '';
};

const literal = (value: OptionValue): string =>
  value instanceof RegExp
    ? String(value)
    : typeof value === 'string'
      ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
      : Array.isArray(value)
        ? `[${value.map(literal).join(', ')}]`
        : String(value);
const optionsCode = (options: Readonly<Record<string, OptionValue | { readonly code: string }>>): string => {
  const entries = Object.entries(options);
  return entries.length === 0
    ? ''
    : `{ ${entries.map(([name, value]) => `${name}: ${typeof value === 'object' && 'code' in value ? value.code : literal(value as OptionValue)}`).join(', ')} }`;
};

/** The usual look of states. */
const looks: Readonly<Record<string, string>> = {
  draft: 'grey pencil',
  new: 'blue dot',
  planned: 'blue clock',
  scheduled: 'blue clock',
  pending: 'amber hourglass',
  waiting: 'amber hourglass',
  requested: 'amber hourglass',
  open: 'amber hourglass',
  invited: 'amber hourglass',
  in_review: 'blue clock',
  in_progress: 'blue arrow',
  started: 'blue arrow',
  active: 'green check',
  accepted: 'green check',
  approved: 'green check',
  available: 'green check',
  checked_in: 'green check',
  confirmed: 'green check',
  completed: 'green check',
  delivered: 'green check',
  done: 'green check',
  finished: 'green flag',
  paid: 'green check',
  published: 'green check',
  ready: 'green check',
  received: 'green check',
  resolved: 'green check',
  verified: 'green check',
  paused: 'amber pause',
  suspended: 'red pause',
  blocked: 'red lock',
  declined: 'red cross',
  failed: 'red alert',
  rejected: 'red cross',
  refused: 'red cross',
  lost: 'red alert',
  damaged: 'red alert',
  closed: 'grey lock',
  cancelled: 'grey cross',
  expired: 'grey clock',
  archived: 'grey archive',
  retired: 'grey archive',
  returned: 'grey return',
  withdrawn: 'grey return',
};
const lookOf = (state: string): { readonly tone: string; readonly icon: string } => {
  const [tone = 'grey', icon = 'dot'] = (looks[state] ?? '').split(' ').filter(Boolean);
  return { tone, icon };
};
const statesCode = (states: readonly string[]): string =>
  `{ ${states.map((state) => `${state}: { tone: '${lookOf(state).tone}', icon: '${lookOf(state).icon}' }`).join(', ')} }`;

const judgeArguments = ({ name, type, args, at, text }: FieldRequest, registry: Registry): void => {
  const fail = (says: string, where = at.type): never => {
    throw new FieldProblem(text, where, says);
  };
  if (ofValues.has(type)) {
    if (args.length === 0) fail(`a ${type} needs its values: ${type}(start,finish)`);
    for (const [position, value] of args.entries()) {
      if (!/^[A-Za-z0-9][\w-]*$/.test(value)) fail('a value has letters, digits, "_" and "-" only', at.args[position]);
      if (args.indexOf(value) !== position) fail(`the value "${value}" is given twice`, at.args[position]);
    }
  } else if (ofTarget.has(type)) {
    if (args.length !== 1) fail(`say which resource: ${type}(distances)`);
    const names = registry.all.map((resource) => resource.name);
    if (!names.includes(args[0]!)) fail(`there is no resource "${args[0]}".${didYouMean(args[0]!, names)}`, at.args[0]);
    const ending = type === 'belongsTo' ? 'id' : 'ids';
    if (!name.endsWith(ending))
      fail(
        `a reference is named after the key that it holds and ends in "${ending}": ${registry.get(args[0]!).key}${ending === 'ids' ? 's' : ''}`,
        0,
      );
  } else if (args.length > 0) fail(`the type "${type}" takes no values in parentheses`, at.args[0]);
};

const matched = ({ type, args }: FieldRequest, registry: Registry, within: string | undefined): { readonly code: string } | undefined => {
  const owner = within && registry.get(within).key;
  return owner && ofTarget.has(type) && args[0] !== within && registry.get(args[0]!).all[owner]
    ? { code: `{ ${owner}: '${owner}' }` }
    : undefined;
};

/**
 * Makes the requested field with the functions of the field types; throws a `FieldProblem` when it is invalid. `within` limits references
 * to records of the same workspace.
 */
export const makeField = (request: FieldRequest, registry: Registry, within?: string): NewField => {
  const { name, type, args, required, options, at, text } = request;
  const fail = (says: string, where: number): never => {
    throw new FieldProblem(text, where, says);
  };
  if (written[type]) fail(`a ${type} says ${written[type]}: write it into the declaration`, at.type);
  const make = Object.hasOwn(makers, type)
    ? makers[type]!
    : fail(`there is no field type "${type}".${didYouMean(type, Object.keys(makers))}`, at.type);
  judgeArguments(request, registry);
  const first = type === 'status' ? [Object.fromEntries(args.map((state) => [state, lookOf(state)]))] : ofValues.has(type) ? [args] : args;
  const isStated = (type === 'status' || name === 'status') && ofValues.has(type) && type !== 'choices' && !required;
  const given: Record<string, OptionValue> = {
    ...(required && { required: true }),
    ...(isStated && options['default'] === undefined && { default: args[0]! }),
    ...options,
  };
  const field = make(...first, given);
  const known = [...commonOptions, ...(field.takes ?? []).filter((each) => each !== 'states')] as string[];
  for (const option of Object.keys(options))
    if (!known.includes(option))
      fail(`a ${type} has no option "${option}".${didYouMean(option, known)} It takes ${known.join(', ')}`, at.options[option]!);
  for (const option of ['min', 'max', 'scale', 'length', 'multiple', 'maxBytes', 'minWidth', 'minHeight'])
    if (options[option] !== undefined && typeof options[option] !== 'number') fail(`"${option}" takes a number`, at.options[option]!);
  if (options['default'] !== undefined && !field.zod.safeParse(options['default']).success)
    fail(`"${String(options['default'])}" is no value of this field`, at.options['default']!);
  const match = matched(request, registry, within);
  const parts = [
    ...(type === 'status' ? [statesCode(args)] : ofValues.has(type) ? [literal(args)] : args.map(literal)),
    optionsCode({ ...given, ...(match && { match }) }),
  ].filter(Boolean);
  return { name, field, code: `f.${type}(${parts.join(', ')})` };
};
