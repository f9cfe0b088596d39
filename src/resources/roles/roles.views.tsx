import { defineViews } from '@/fields/kit/contracts';
import { RoleMatrix } from './RoleMatrix';
import { roles } from './roles';

export default defineViews(roles, { list: RoleMatrix });
