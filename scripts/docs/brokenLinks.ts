import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { resolveLink } from '../../docs/.vitepress/links';
import type { Pages } from './writeLanguage';

const withoutCode = (text: string): string => text.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, '');
const included = /<!--@include: (\S+)-->/;

/** Every page of the site by its path under `docs`: hand-written ones, generated ones, and included files. */
export const readPages = (root: string, generated: Pages): ReadonlyMap<string, string> => {
  const docs = join(root, 'docs');
  const own = readdirSync(docs, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.md') && !/^(reference|\.vitepress)\//.test(path) && path !== 'specification.md')
    .map((path): [string, string] => {
      const text = readFileSync(join(docs, path), 'utf8');
      return [path, text.replace(included, (_, file: string) => readFileSync(join(docs, posix.dirname(path), file), 'utf8'))];
    });
  return new Map([...own, ...Object.entries(generated).map(([path, text]): [string, string] => [`reference/${path}`, text])]);
};

/** The anchor that the site gives a heading. */
const anchorOf = (heading: string): string =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, '-')
    .replace(/-{2,}|^-|-$/g, (dashes) => (dashes.length > 1 ? '-' : ''))
    .toLowerCase();
/** The anchors of a page: explicit ones and those of headings. */
const anchorsOf = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/^#{1,6} (.+)$/gm)].map(
      ([, heading]) => /\{#([\w-]+)\}\s*$/.exec(heading!)?.[1] ?? anchorOf(heading!),
    ),
  );

const linksIn = (text: string): readonly string[] =>
  [...withoutCode(text).matchAll(/!?\[[^\]]*\]\(([^)\s]+)\)|^ *(?:-.*)?link: ([^\s},]+)/gm)].map(([, inline, front]) => inline ?? front!);

const findPage = (pages: ReadonlyMap<string, string>, path: string): string | undefined =>
  [path, `${path}.md`, `${path.replace(/\/$/, '')}/index.md`]
    .map((each) => pages.get(each.replace(/^\//, '')))
    .find((text) => text !== undefined);

const problemOf = (pages: ReadonlyMap<string, string>, root: string, page: string, href: string): string | undefined => {
  if (/^[a-z]+:/.test(href)) return undefined;
  const [path = '', anchor] = href.split('#');
  if (path === '' && anchor !== undefined)
    return anchorsOf(pages.get(page)!).has(anchor) ? undefined : 'there is no such heading on the page';
  const resolved = href.startsWith('/') ? { page: href } : resolveLink(page, href);
  if ('source' in resolved) return existsSync(join(root, resolved.source)) ? undefined : `there is no file ${resolved.source}`;
  const [at = '', hash] = resolved.page.split('#');
  const text = findPage(pages, at.slice(1));
  if (text === undefined) return existsSync(join(root, 'docs', at)) ? undefined : `there is no page ${at}`;
  return hash === undefined || anchorsOf(text).has(hash) ? undefined : `${at} has no heading #${hash}`;
};

/** Links of pages to a page, heading or file that does not exist. */
export const brokenLinks = (pages: ReadonlyMap<string, string>, root: string): readonly string[] =>
  [...pages].flatMap(([page, text]) =>
    linksIn(text).flatMap((href) => {
      const problem = problemOf(pages, root, page, href);
      return problem === undefined ? [] : [`docs/${page}: ${href}: ${problem}`];
    }),
  );
