import type { AccessControlProvider } from '@refinedev/core';
import type { Grants, Registry } from '@/schema';
import { can } from '@/schema/project/access';

/** refine's verbs that are ours by another name. */
const verbOf = (action: string): string => (action === 'clone' ? 'create' : action);

/** Answers refine from the permission document. Rows and fields are decided synchronously where they are drawn, never through here. */
export const createAccessControlProvider = (registry: Registry, grants: Grants): AccessControlProvider => ({
  can: async ({ resource, action }) => {
    const declared = resource ? registry.find(resource) : undefined;
    return { can: declared ? can(grants, verbOf(action), declared) : true };
  },
  options: { buttons: { enableAccessControl: true, hideIfUnauthorized: true }, queryOptions: { staleTime: Number.POSITIVE_INFINITY } },
});
