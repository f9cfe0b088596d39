/** `tsx scripts/errorTable.ts`: writes the table of codes in `docs/errors.md` from the published list and the English texts. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { withTable } from './lib/errorTable';
import { readCatalogues } from './lib/readLocales';

const page = fileURLToPath(new URL('../docs/errors.md', import.meta.url));
writeFileSync(page, withTable(readFileSync(page, 'utf8'), readCatalogues().en));
