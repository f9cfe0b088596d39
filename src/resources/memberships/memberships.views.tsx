import { defineViews } from '@/fields/kit/contracts';
import { EmbeddedTable } from '@/views/record/EmbeddedTable';
import { EffectivePermissions } from '@/layout/permits/EffectivePermissions';
import { ColleagueInput } from './ColleagueInput';
import { MembershipAside } from './MembershipAside';
import { memberships } from './memberships';
import { SeeingBegun } from './SeeingBegun';

/** Shows the resulting permissions next to the roles, and next to the form before anything is saved. */
export default defineViews(memberships, {
  aside: MembershipAside,
  asks: { copy_access: { from_membershipid: ColleagueInput } },
  outcomes: { see_as: SeeingBegun },
  cells: {
    roles: ({ value, row }) => (
      <>
        <EmbeddedTable field={memberships.fields.roles} rows={value} />
        <EffectivePermissions row={row} />
      </>
    ),
  },
});
