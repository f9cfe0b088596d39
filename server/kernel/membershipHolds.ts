/** The condition under which a membership, named `m`, gives its keys at this moment. */
export const membershipHolds = `m.status = 'active' and m.deleted_at is null
     and (m.starts_at is null or m.starts_at <= now()) and (m.expires_at is null or m.expires_at > now())`;
