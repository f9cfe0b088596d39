import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** How a page travels: as it is, or compressed. */
type Encoding = 'identity' | 'gzip' | 'br';
/** A page that was made, and its mark for browsers that have it already. */
export interface MadePage {
  readonly status: number;
  readonly html: string;
  readonly etag: string;
  /** The bytes of the page, compressed once for everybody who takes them so. */
  readonly body: (encoding: Encoding) => Promise<Buffer>;
}
interface Kept {
  readonly at: number;
  readonly made: Promise<MadePage>;
}

const compress = { gzip: promisify(gzip), br: promisify(brotliCompress) } as const;
/** Twice as fast as the usual quality for a page that may live for five seconds, and a few percent larger. */
const quality = 5;
const encode = (html: string, encoding: Encoding): Promise<Buffer> => {
  const plain = Buffer.from(html);
  if (encoding === 'identity') return Promise.resolve(plain);
  return encoding === 'gzip'
    ? compress.gzip(plain)
    : compress.br(plain, {
        params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
      });
};
/** A page with its mark, which is weak because the same page travels in several encodings. */
export const madePage = ({ status, html }: Pick<MadePage, 'status' | 'html'>): MadePage => {
  const bodies = new Map<Encoding, Promise<Buffer>>();
  return {
    status,
    html,
    etag: `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`,
    body: (encoding) => {
      const body = bodies.get(encoding) ?? encode(html, encoding);
      bodies.set(encoding, body);
      return body;
    },
  };
};

/** The smallest encoding that a browser takes, by its `Accept-Encoding`. */
export const encodingFor = (accepted: string | undefined): Encoding => {
  if (!accepted) return 'identity';
  const takes = (name: string): boolean =>
    accepted.split(',').some((each) => {
      const [coding = '', ...params] = each.trim().toLowerCase().split(';');
      return coding.trim() === name && !params.some((param) => /^\s*q=0(\.0+)?\s*$/.test(param));
    });
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity';
};
const bare = (etag: string): string => etag.trim().replace(/^W\//, '');
/** Whether a browser or a CDN says that it has a page already: among several marks, weak or not. */
export const isKnown = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined && ifNoneMatch.split(',').some((each) => bare(each) === bare(etag));

/** Pages that were made a moment ago: everybody who asks meanwhile gets the same one, and only one of them waits for the database. */
export const createPageCache = ({
  keptMs,
  most,
  now = Date.now,
}: {
  readonly keptMs: number;
  readonly most: number;
  readonly now?: () => number;
}) => {
  const pages = new Map<string, Kept>();
  return (key: string, make: () => Promise<Pick<MadePage, 'status' | 'html'>>): Promise<MadePage> => {
    const found = pages.get(key);
    if (found && now() - found.at < keptMs) return found.made;
    const made = make().then(async (page) => {
      const before = await found?.made.catch(() => undefined);
      // The same page again keeps what was compressed of it.
      return before?.html === page.html && before.status === page.status ? before : madePage(page);
    });
    pages.delete(key);
    pages.set(key, { at: now(), made });
    made.catch(() => pages.delete(key));
    const oldest = pages.keys().next().value;
    if (pages.size > most && oldest !== undefined) pages.delete(oldest);
    return made;
  };
};
