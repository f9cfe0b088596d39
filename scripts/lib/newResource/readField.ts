/** One field in the notation of the command line: `name:type(arguments){option:value, ...}!`. */
export interface FieldRequest {
  readonly name: string;
  readonly type: string;
  /** Values of a choice, or the resource of a reference. */
  readonly args: readonly string[];
  readonly required: boolean;
  readonly options: Readonly<Record<string, OptionValue>>;
  /** Where the parts start, for messages. */
  readonly at: { readonly type: number; readonly args: readonly number[]; readonly options: Readonly<Record<string, number>> };
  readonly text: string;
}
/** The values of an option. */
export type OptionValue = string | number | boolean | RegExp | readonly (string | number)[];

/** An invalid field; the message shows the position. */
export class FieldProblem extends Error {
  constructor(text: string, at: number, says: string) {
    super(`${text}\n${' '.repeat(at)}^ ${says}`);
  }
}

interface Scanner {
  readonly at: () => number;
  readonly fail: (says: string, at?: number) => never;
  /** The text that a pattern finds at this position, or null. */
  readonly take: (pattern: RegExp) => string | null;
  readonly need: (pattern: RegExp, says: string) => string;
  readonly isOver: () => boolean;
}
const scan = (text: string): Scanner => {
  let at = 0;
  const fail = (says: string, where = at): never => {
    throw new FieldProblem(text, where, says);
  };
  const take = (pattern: RegExp): string | null => {
    const found = new RegExp(`^(?:${pattern.source})`).exec(text.slice(at))?.[0] ?? null;
    at += found?.length ?? 0;
    return found;
  };
  return { at: () => at, fail, take, need: (pattern, says) => take(pattern) ?? fail(says), isOver: () => at >= text.length };
};

const blanks = /\s*/;
const word = /[A-Za-z0-9_][\w.-]*/;
const numeric = /-?\d[\d_]*(\.\d+)?(?![\w.-])/;
const quoted = /'[^']*'|"[^"]*"/;
const pattern = /\/(?:[^/\\]|\\.)+\/[a-z]*/;

const readOne = (scanner: Scanner): string | number => {
  const number = scanner.take(numeric);
  if (number !== null) return Number(number.replaceAll('_', ''));
  const text = scanner.take(quoted);
  return text === null ? scanner.need(word, 'a value was expected: a word, a number, or a text in quotes') : text.slice(1, -1);
};
const readMany = (scanner: Scanner): readonly (string | number)[] => {
  const found: (string | number)[] = [];
  do {
    scanner.take(blanks);
    found.push(readOne(scanner));
    scanner.take(blanks);
  } while (scanner.take(/,/) !== null);
  scanner.need(/\]/, '"]" was expected after the list');
  return found;
};
const readValue = (scanner: Scanner): OptionValue => {
  if (scanner.take(/\[/) !== null) return readMany(scanner);
  const at = scanner.at(),
    regular = scanner.take(pattern);
  if (regular !== null) {
    const end = regular.lastIndexOf('/');
    try {
      return new RegExp(regular.slice(1, end), regular.slice(end + 1));
    } catch {
      return scanner.fail('this is no regular expression', at);
    }
  }
  const value = readOne(scanner);
  return value === 'true' ? true : value === 'false' ? false : value;
};

const readArguments = (scanner: Scanner): readonly (readonly [string, number])[] => {
  const found: (readonly [string, number])[] = [];
  do {
    scanner.take(blanks);
    const at = scanner.at();
    found.push([scanner.need(word, 'a value was expected'), at]);
    scanner.take(blanks);
  } while (scanner.take(/,/) !== null);
  scanner.need(/\)/, '")" was expected after the values, which have commas between them');
  return found;
};
const readOptions = (scanner: Scanner): readonly (readonly [string, OptionValue, number])[] => {
  const found: (readonly [string, OptionValue, number])[] = [];
  do {
    scanner.take(blanks);
    const at = scanner.at(),
      name = scanner.need(/[a-z]\w*/i, 'the name of an option was expected, such as max');
    if (found.some(([other]) => other === name)) scanner.fail(`the option "${name}" is given twice`, at);
    scanner.take(blanks);
    const value = scanner.take(/:\s*/) === null ? true : readValue(scanner);
    found.push([name, value, at]);
    scanner.take(blanks);
  } while (scanner.take(/,/) !== null);
  scanner.need(/\}/, '"}" was expected after the options, which have commas between them');
  return found;
};

/** Reads one field of the command line. Throws a `FieldProblem` that points to the invalid part. */
export const readField = (text: string): FieldRequest => {
  const scanner = scan(text);
  const name = scanner.need(
    /[a-z][a-z0-9]*(_[a-z0-9]+)*(?=:|$)/,
    'a field begins with its name in snake_case and a colon: taken_at:dateTime',
  );
  scanner.need(/:/, `":" and a type were expected: ${name}:text`);
  const typeAt = scanner.at(),
    type = scanner.need(/[a-z][A-Za-z0-9]*/, 'the type was expected, such as text or dateTime');
  const args = scanner.take(/\(/) === null ? [] : readArguments(scanner);
  let required = false,
    options: ReturnType<typeof readOptions> = [];
  while (!scanner.isOver()) {
    if (scanner.take(/!/) !== null) required = true;
    else if (scanner.take(/\?/) !== null) required = false;
    else if (options.length === 0 && scanner.take(/\{/) !== null) options = readOptions(scanner);
    else scanner.fail('nothing was expected here but ! (required), ? or {options}');
  }
  const { required: isRequired, ...others } = Object.fromEntries(options.map(([option, value]) => [option, value]));
  return {
    name,
    type,
    args: args.map(([value]) => value),
    required: required || isRequired === true,
    options: others,
    at: { type: typeAt, args: args.map(([, at]) => at), options: Object.fromEntries(options.map(([option, , at]) => [option, at])) },
    text,
  };
};
