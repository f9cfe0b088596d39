import type { AnyResource, Registry } from '@/schema';
import type { Asked } from './Asked';

/** Whose files an archive of other rows packs: who asks for it must see these, too. */
export const archivedAs = (registry: Registry, { archive }: Pick<Asked, 'archive'>): AnyResource | undefined =>
  archive === 'certificates' ? registry.find(archive) : undefined;
