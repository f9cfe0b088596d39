import { external_inscriptions } from '@/resources/external_inscriptions/external_inscriptions';
import { createServerRow, editServerRow } from '../../api/write/serverRow';
import { defineHooks } from '../../kernel/defineHooks';

/** What somebody else sold comes by their list, and is matched and decided upon afterwards. */
export const externalInscriptionsHooks = defineHooks(external_inscriptions, {
  imports: {
    create: ({ tx, values }, given) => createServerRow(tx, external_inscriptions, { ...given, status: 'received', raw: values }),
    edit: ({ tx }, before, changes) => editServerRow(tx, external_inscriptions, before, changes),
  },
});
