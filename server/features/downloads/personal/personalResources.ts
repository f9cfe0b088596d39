import type { AnyResource, Registry } from '@/schema';

/** The records that belong to an athlete and to which others refer, in the order in which they are found. */
export const personRoots = [
  'web_users',
  'inscriptions',
  'results',
  'fmtri_affiliate_users',
  'apolo_subscriptions',
  'wallets',
] as const satisfies readonly string[];
/** Resources that refer to athletes and say nothing about one: a comparison of two accounts, which may be two people, and the example of a design. */
const aboutOthers: ReadonlySet<string> = new Set(['user_merges', 'certificate_templates']);

/** A resource with data of an athlete, and the fields that say whose: each refers to a root, and `kind` names the field that says to which. */
export interface PersonalResource {
  readonly resource: AnyResource;
  readonly by: readonly { readonly field: string; readonly root: string; readonly kind?: string }[];
}

/**
 * Every resource that leads to an athlete, derived from the references of the declarations: one that is added is among them by itself.
 *
 * References of a root to roots after it, or to itself, are links between records of the same person and find nothing more.
 */
export const personalResources = (registry: Registry): readonly PersonalResource[] => {
  const place = (name: string): number => personRoots.findIndex((each) => each === name);
  return registry.all.flatMap((resource): readonly PersonalResource[] => {
    if (aboutOthers.has(resource.name)) return [];
    const own = place(resource.name);
    const by: PersonalResource['by'][number][] = Object.entries(resource.all).flatMap(([field, { target = '' }]) =>
      place(target) >= 0 && (own < 0 || place(target) < own) ? [{ field, root: target }] : [],
    );
    const { about, aboutKind } = resource.scope ?? {};
    if (about && aboutKind) by.push(...personRoots.map((root) => ({ field: about, root, kind: aboutKind })));
    return by.length > 0 || own === 0 ? [{ resource, by }] : [];
  });
};
