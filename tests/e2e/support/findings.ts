import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

interface Looks {
  /** A part of the page that is checked alone, as a selector. */
  readonly only?: string;
  /** Parts that were checked already, as selectors. */
  readonly except?: readonly string[];
  /** Nothing but what depends on the colours: for a page that was checked whole on the other ground. */
  readonly coloursOnly?: boolean;
}
/** What this reads of the results of axe. */
interface Findings {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly target: readonly string[]; readonly any: readonly { readonly message: string }[] }[];
  }[];
}
/** The rules that a ground other than the first one may break. */
const colourRules = ['color-contrast', 'link-in-text-block'];
/** Initials on the button of an account, and the code on that of a language, stand for the name that the button has. */
const notAsked = { 'label-content-name-mismatch': { enabled: false } };
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds, in one line each, so that a failure says where to look. Axe is loaded once a document, since loading it costs as much as a look. */
export const findings = async (page: Page, { only, except = [], coloursOnly = false }: Looks = {}): Promise<readonly string[]> => {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  const where = { include: only ?? 'html', ...(except.length > 0 && { exclude: [...except] }) };
  const how = { resultTypes: ['violations'], rules: notAsked, ...(coloursOnly && { runOnly: colourRules }) };
  const { violations } = await page.evaluate(
    async ([context, options]) =>
      (globalThis as unknown as { readonly axe: { run: (context: unknown, options: unknown) => Promise<Findings> } }).axe.run(
        context,
        options,
      ),
    [where, how],
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${target.join(' ')}${any[0] ? ` (${any[0].message})` : ''}`),
  );
};
