import { posix } from 'node:path';

/** Files outside of `docs` that have a page here. */
const pagesOf: Readonly<Record<string, string>> = {
  'README.md': 'index.md',
  'README.md#configuration': 'reference/configuration.md',
  'CONTRIBUTING.md': 'contributing.md',
  'SECURITY.md': 'security.md',
  'CHANGELOG.md': 'changelog.md',
};
/** Pages that include a file of the project root, whose links are relative to that file. */
export const fromRoot: ReadonlySet<string> = new Set(['contributing.md', 'security.md', 'changelog.md']);

/** A link as it must be written on a page, or the name of a file that no page shows. */
export type Resolved = { readonly page: string } | { readonly source: string };

/** The target of a relative link: a page of the site, or a file that the site does not show. */
export const resolveLink = (page: string, href: string): Resolved => {
  const [path = '', anchor] = href.split('#');
  const base = fromRoot.has(page) ? '.' : posix.join('docs', posix.dirname(page));
  const file = posix.normalize(posix.join(base, path)),
    hash = anchor === undefined ? '' : `#${anchor}`;
  const known = pagesOf[`${file}${hash}`] ?? (pagesOf[file] && `${pagesOf[file]}${hash}`);
  const inside =
    known ?? (file.startsWith('docs/') && file !== 'docs/specification.md' ? `${file.slice('docs/'.length)}${hash}` : undefined);
  return inside === undefined ? { source: file } : { page: `/${inside}` };
};
