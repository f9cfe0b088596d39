import { defineViews } from '@/fields/kit/contracts';
import { inscription_log } from './inscription_log';
import { LoggedChanges } from './LoggedChanges';

export default defineViews(inscription_log, { cells: { changes: ({ value }) => <LoggedChanges value={value} /> } });
