import { comments } from '@/resources/comments/comments';
import { defineHooks } from '../../kernel/defineHooks';
import { invalid } from '../../kernel/DomainError';
import { areMentionable } from './mentionable';
import { subjectOf } from './subjectOf';

const noSubject = () => invalid([{ path: 'recordid', code: 'INVALID_REFERENCE' }]);

/** The server's rules for a comment: it is about a record that its author sees, and mentions members who see it too. */
export const commentsHooks = defineHooks(comments, {
  beforeWrite: async ({ tx, verb, before, values }) => {
    if (verb === 'delete') return;
    const { resource, recordid, mentioned_userids: mentioned } = { ...before, ...values };
    const subject = await subjectOf(tx, resource, recordid);
    if (!subject) throw noSubject();
    const known = new Set(before?.mentioned_userids);
    const added = (mentioned ?? []).filter((userid) => !known.has(userid));
    if (added.length > 0 && !(await areMentionable(tx, subject, added)))
      throw invalid([{ path: 'mentioned_userids', code: 'INVALID_REFERENCE' }]);
  },
  // A comment about a record of an organization belongs to it, so that its members read what the company wrote.
  create: async ({ tx, values }, insert) => {
    const subject = await subjectOf(tx, values.resource, values.recordid);
    if (!subject) throw noSubject();
    return insert(subject.organizationid === null ? values : { ...values, organizationid: subject.organizationid });
  },
});
