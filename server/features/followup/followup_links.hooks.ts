import { followup_links, partsOfKind } from '@/resources/followup_links/followup_links';
import { linkPasswords, newToken, tokenHash } from './linkSecrets';
import { defineHooks } from '../../kernel/defineHooks';
import { forbidden, invalid } from '../../kernel/DomainError';
import { audit } from '../../api/audit/audit';
import { insertRow } from '../../api/write/columns';
import { checkReferences } from '../../api/write/references';
import { readStored } from '../../api/list/stored';
import { reaches } from '../../api/list/visible';
import { followup_secrets } from '../../database/tables';
import { columnsOf } from '../../kernel/columnsOf';
import { execute } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const s = columnsOf(followup_secrets);
/** The server's rules for a follow-up link: its token is shown once, and its hash is stored where no request reads. */
export const followupLinksHooks = defineHooks(followup_links, {
  actions: {
    open: async ({ tx, input: { password, ...values } }) => {
      if (Date.parse(values.expires_at) <= Date.now()) throw invalid([{ path: 'input.expires_at', code: 'EXPIRY_PAST' }]);
      const { kind = 'organizer_stats', fields = partsOfKind.organizer_stats } = values;
      if (!partsOfKind[kind].some((part) => fields.includes(part))) throw invalid([{ path: 'input.fields', code: 'NOTHING_TO_SHOW' }]);
      await checkReferences(tx, followup_links, values, values, 'input.');
      const id = await insertRow(tx, followup_links, { ...values, has_password: Boolean(password) });
      if (!(await reaches(tx, followup_links, id, 'open'))) throw forbidden();
      const token = newToken();
      const hash = password ? await linkPasswords.hash(password) : null;
      await tx.asOwner(() =>
        execute(
          tx,
          sql`insert into ${s} (${s.followupid}, ${s.token_hash}, ${s.password_hash}) values (${id}, ${tokenHash(token)}, ${hash})`,
        ),
      );
      await audit(tx, { resource: followup_links, id, verb: 'create', before: null, after: await readStored(tx, followup_links, id) });
      return { link: `/followup/${token}` };
    },
  },
});
