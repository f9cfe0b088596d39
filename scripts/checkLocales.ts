/** `tsx scripts/checkLocales.ts`: every used key exists in both languages, and no text is unused. */
import { resources } from '@/resources';
import { localeProblems } from './lib/localeProblems';
import { readCatalogues, readSources } from './lib/readLocales';

const problems = localeProblems(resources, readCatalogues(), readSources());
for (const problem of problems) console.log(problem);
console.log(
  problems.length === 0
    ? 'The words match the declarations.'
    : `${problems.length} problems. Keys live in locales/{es,en}/<namespace>.json.`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
