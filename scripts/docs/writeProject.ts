import { variableTable } from '../../server/configVariables';
import { decisionsIn } from './decisions';
import { page, prose } from './markdown';
import type { Pages } from './writeLanguage';

/** The variables of the environment and the index of decisions. */
export const writeProject = (root: string): Pages => ({
  'configuration.md': page(
    '# Configuration',
    'Everything is a variable of the environment with a safe default. A wrong value stops the start with a sentence that names it.',
    variableTable(),
  ),
  'decisions.md': page(
    '# Decisions',
    'One page for each decision: what it answers, what else was considered, and what follows from it.',
    decisionsIn(root)
      .map(({ file, title }) => `- [${prose(title)}](../adr/${file})`)
      .join('\n'),
  ),
});
