import { defineViews } from '@/views/contracts';
import { EmbeddedTable } from '@/views/show/EmbeddedTable';
import { EffectivePermissions } from './EffectivePermissions';
import { memberships } from './memberships';

/** Beside the roles that were given stands what they come to. */
export default defineViews(memberships, {
  cells: { roles: ({ value, row }) => <><EmbeddedTable field={memberships.fields.roles} rows={value} /><EffectivePermissions row={row} /></> },
});
