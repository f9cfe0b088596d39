import { hashSync, verifySync } from '@node-rs/argon2';

const bytesOf = ({ secret, ...cost }) => ({ ...cost, secret: Buffer.from(secret) });

/** Hashes a password. */
export const hash = ({ password, options }) => hashSync(password, bytesOf(options));

/** Whether a password matches a hash; a malformed hash matches none. */
export const verify = ({ stored, password, options }) => {
  try {
    return verifySync(stored, password, bytesOf(options));
  } catch {
    return false;
  }
};

let judge = null;
/** The dictionaries take megabytes, so they are loaded with the first password that somebody chooses. */
const loadJudge = async () => {
  const [{ ZxcvbnFactory }, common, es, en] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-es-es'),
    import('@zxcvbn-ts/language-en'),
  ]);
  return new ZxcvbnFactory({ dictionary: { ...common.dictionary, ...es.dictionary, ...en.dictionary }, graphs: common.adjacencyGraphs });
};

/** How hard a password is to guess, from 0 to 4, for somebody who knows these words about its owner. */
export const strength = async ({ password, words }) => {
  judge ??= loadJudge();
  return (await judge).check(password, [...words]).score;
};
