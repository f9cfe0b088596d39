import { defineViews } from '@/fields/kit/contracts';
import { EmbeddedTable } from '@/views/record/EmbeddedTable';
import { EffectivePermissions } from './EffectivePermissions';
import { memberships } from './memberships';

/** Shows the resulting permissions next to the roles. */
export default defineViews(memberships, {
  cells: {
    roles: ({ value, row }) => (
      <>
        <EmbeddedTable field={memberships.fields.roles} rows={value} />
        <EffectivePermissions row={row} />
      </>
    ),
  },
});
