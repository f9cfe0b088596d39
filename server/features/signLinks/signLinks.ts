import type { Registry } from '@/schema';
import { readRecordToken, recordToken } from '../../kernel/recordToken';
import type { Transaction } from '../../kernel/transaction';

/** What an installation needs to write links for signing. */
interface SignInstallation {
  readonly secret: string;
  /** The address under which browsers reach the server. */
  readonly origin: string;
}

const known = new WeakMap<Registry, SignInstallation>();
/** Stores it; called once by what starts the server, because actions and jobs know the declarations and not the configuration. */
export const learnSigning = (registry: Registry, installation: SignInstallation): void => void known.set(registry, installation);

/** The secret and the address of the installation; nothing where no server has started. */
export const installationOf = ({ registry }: Pick<Transaction, 'registry'>): SignInstallation | undefined => known.get(registry);

const purpose = 'link to sign a waiver';

/** The registration that a token names; null when the token is not ours. */
export const readToken = (secret: string, token: string): number | null => readRecordToken(secret, purpose, token);

/** The path of the page where the waiver of a registration is signed, and its whole address; null where no server has started. */
export const signLinkOf = (
  { registry }: Pick<Transaction, 'registry'>,
  inscriptionid: number,
): { readonly path: string; readonly address: string } | null => {
  const installation = known.get(registry);
  if (!installation) return null;
  const path = `/sign/${recordToken(installation.secret, purpose, inscriptionid)}`;
  return { path, address: `${installation.origin}${path}` };
};
