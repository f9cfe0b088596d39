import { parseArgs } from 'node:util';

const problemOf = (error, options) => {
  const [, option] = /option '(?:-\w, )?(--?[\w-]+)/i.exec(error.message) ?? [];
  if (error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const names = [...Object.keys(options), 'help'].map((name) => `--${name}`);
    return `There is no option ${option}; there ${names.length === 1 ? 'is' : 'are'} ${names.join(', ')}.`;
  }
  if (error.code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') throw error;
  const takesText = options[option?.replace(/^--/, '')]?.type === 'string';
  return takesText ? `${option} needs a value: ${option}=...` : `${option} takes no value.`;
};

/** The parsed command line, or one sentence about what is wrong with it. At most `most` arguments are allowed besides the options. */
export const readCommandLine = (args, options = {}, most = 0) => {
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { ...options, help: { type: 'boolean' } } });
    if (positionals.length > most && !values.help)
      return {
        problem:
          most === 0 ? `"${positionals[0]}" is one too many: this command takes options only.` : `"${positionals[most]}" is one too many.`,
      };
    return { values, positionals };
  } catch (error) {
    return { problem: problemOf(error, options) };
  }
};

/** Ends a command with one sentence, without a stack. */
export const stop = (sentence, code = 1) => {
  process.stderr.write(`${sentence}\n`);
  process.exit(code);
};

/**
 * The arguments of a command of the project. `--help` prints the usage and exits with 0; wrong arguments print a sentence and the usage,
 * and exit with 2.
 */
export const commandLine = ({ usage, options = {}, most = 0 }) => {
  const read = readCommandLine(process.argv.slice(2), options, most);
  if (read.problem) stop(`${read.problem}\n\n${usage}`, 2);
  if (!read.values.help) return read;
  process.stdout.write(`${usage}\n`);
  process.exit(0);
};
