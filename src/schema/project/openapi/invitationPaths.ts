import { nullable, ok, type Json } from './parts';

const invitationSchema: Json = {
  type: 'object',
  properties: {
    membershipid: { type: 'integer' },
    organizationid: { type: 'integer' },
    organization: { type: 'string' },
    sender: nullable({ type: 'string' }),
    profile: nullable({ type: 'object' }),
    event_scope: { type: 'string' },
    events: { type: 'array', items: { type: 'object' } },
    starts_at: nullable({ type: 'string' }),
    expires_at: nullable({ type: 'string' }),
    answer_by: nullable({ type: 'string' }),
  },
};
const invitationAnswer = (name: 'accept' | 'decline', summary: string): Json => ({
  [`/invitations/{id}/${name}`]: {
    post: {
      operationId: `invitations_${name}`,
      summary,
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      ...ok({ type: 'object', properties: { organizationid: { type: 'integer' } } }),
    },
  },
});
/** The invitations of the signed-in person. */
export const invitationPaths: Json = {
  '/invitations': {
    get: {
      operationId: 'invitations',
      summary: 'The invitations that wait for the person who is signed in.',
      ...ok({ type: 'object', properties: { items: { type: 'array', items: invitationSchema } } }),
    },
  },
  ...invitationAnswer('accept', 'The person who is signed in becomes a member by an invitation of theirs.'),
  ...invitationAnswer('decline', 'The person who is signed in says no to an invitation of theirs; nothing is kept of who they are.'),
};
