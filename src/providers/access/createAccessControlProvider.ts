import type { AccessControlProvider } from '@refinedev/core';
import type { Grants, Registry } from '@/schema';
import { offers } from '@/schema/project/access';

/** refine's verbs with another name here. */
const verbOf = (action: string): string => (action === 'clone' ? 'create' : action);

/**
 * Answers refine from the permission document. Rows and fields are decided synchronously where they are drawn, never through this provider.
 */
export const createAccessControlProvider = (registry: Registry, grants: Grants): AccessControlProvider => ({
  can: async ({ resource, action }) => {
    const declared = resource ? registry.find(resource) : undefined;
    return { can: declared ? offers(grants, verbOf(action), declared, registry) : true };
  },
  options: { buttons: { enableAccessControl: true, hideIfUnauthorized: true }, queryOptions: { staleTime: Number.POSITIVE_INFINITY } },
});
