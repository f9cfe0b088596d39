import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { secret, secretLength } from './configShapes';
import { ConfigError } from './configVariables';
import { codeOf, messageOf } from './database/faults';
import { checked, takesOf, type Raw } from './readVariables';

/** The secret that this data folder generated: written once, completely, and readable by its owner only. */
const keptSecret = (dataDir: string): string => {
  const file = join(dataDir, 'auth-secret');
  mkdirSync(dataDir, { recursive: true });
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(draft, randomBytes(secretLength).toString('base64url'), { mode: 0o600 });
    linkSync(draft, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, 'utf8').trim();
};

/** The secret for signing: the given one, or else the one in the data folder. */
export const secretOf = (raw: Raw, production: boolean, dataDir: string): string => {
  if (raw.AUTH_SECRET) return checked(raw, 'AUTH_SECRET', secret);
  if (raw.DATABASE_URL && production) throw new ConfigError('AUTH_SECRET', '', `${takesOf('AUTH_SECRET')}, the same in every process`);
  try {
    return keptSecret(dataDir);
  } catch (error) {
    throw Object.assign(
      new ConfigError('AUTH_SECRET', '', `${takesOf('AUTH_SECRET')}, since none can be kept in DATA_DIR (${messageOf(error)})`),
      { cause: error },
    );
  }
};
