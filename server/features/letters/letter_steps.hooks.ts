import { letter_steps } from '@/resources/letter_steps/letter_steps';
import { letter_templates } from '@/resources/letter_templates/letter_templates';
import { columnsOf } from '../../kernel/columnsOf';
import { invalid, problemAt } from '../../kernel/DomainError';
import { defineHooks } from '../../kernel/defineHooks';
import { pick, selectOne } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const t = columnsOf(letter_templates);

/** The server's rules for a step: a text of its own is one that may be sent to many, of its event or of all. */
export const letterStepsHooks = defineHooks(letter_steps, {
  fields: {
    letter_templateid: {
      validate: async ({ tx, value, record }) => {
        if (!value) return undefined;
        const found = await selectOne(tx, pick(t, 'kind', 'eventid'), sql`from ${t} where ${t.letter_templateid} = ${value}`);
        if (found?.kind !== 'mailing') return 'TEMPLATE_NOT_FOR_MAILINGS';
        if (found.eventid !== null && found.eventid !== record.eventid)
          throw invalid([problemAt('letter_templateid', 'INVALID_REFERENCE')]);
        return undefined;
      },
    },
  },
});
