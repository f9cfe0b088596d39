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

/** What a command line says, or in one sentence what is wrong with it. At most `most` arguments stand beside the options. */
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

/** Ends a command that cannot do what is asked: one sentence, no stack. */
export const stop = (sentence, code = 1) => {
  process.stderr.write(`${sentence}\n`);
  process.exit(code);
};

/** The arguments of a command of the project. `--help` prints the usage and ends well; what does not fit ends with a sentence and the usage, with exit code 2. */
export const commandLine = ({ usage, options = {}, most = 0 }) => {
  const read = readCommandLine(process.argv.slice(2), options, most);
  if (read.problem) stop(`${read.problem}\n\n${usage}`, 2);
  if (!read.values.help) return read;
  process.stdout.write(`${usage}\n`);
  process.exit(0);
};
