import type { Registry } from '@/schema';
import { fingerprint, sameText } from '../../kernel/secrets';
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

const markLength = 22; // 128 bits, short enough for a QR code that a phone reads from paper
const markOf = (secret: string, id: string): string => fingerprint(secret, 'link to sign a waiver', id).slice(0, markLength);

/** The token of a link for one registration. It is computed, so nothing is stored and a printed link stays the same. */
const tokenOf = (secret: string, inscriptionid: number): string => {
  const id = inscriptionid.toString(36);
  return `${id}-${markOf(secret, id)}`;
};

/** The registration that a token names; null when the token is not ours. */
export const readToken = (secret: string, token: string): number | null => {
  const [id = '', ...mark] = token.split('-');
  const inscriptionid = Number.parseInt(id, 36);
  return /^[1-9a-z][0-9a-z]{0,9}$/.test(id) && Number.isSafeInteger(inscriptionid) && sameText(mark.join('-'), markOf(secret, id))
    ? inscriptionid
    : null;
};

/** The path of the page where the waiver of a registration is signed, and its whole address; null where no server has started. */
export const signLinkOf = (
  { registry }: Pick<Transaction, 'registry'>,
  inscriptionid: number,
): { readonly path: string; readonly address: string } | null => {
  const installation = known.get(registry);
  if (!installation) return null;
  const path = `/sign/${tokenOf(installation.secret, inscriptionid)}`;
  return { path, address: `${installation.origin}${path}` };
};
