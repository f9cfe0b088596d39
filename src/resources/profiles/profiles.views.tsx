import { defineViews } from '@/fields/kit/contracts';
import { ProfilePreview } from '@/layout/permits/EffectivePermissions';
import { profiles } from './profiles';

/** Shows what a profile opens while its keys are chosen. */
export default defineViews(profiles, { aside: ProfilePreview, words: () => ['memberships'] });
