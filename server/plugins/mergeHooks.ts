import type { AnyResource } from '@/schema';
import { hooksOf, type Hooks, type WriteCall, type WriteHooks, type WrittenCall } from '../kernel/defineHooks';
import { PluginError } from './PluginError';

const both = <C>(one: ((call: C) => Promise<void>) | undefined, other: ((call: C) => Promise<void>) | undefined) =>
  one && other
    ? async (call: C): Promise<void> => {
        await one(call);
        await other(call);
      }
    : (one ?? other);

/** Hooks that only one side may have: the one that replaces the insert, and the one that allows creating. */
const single = ['create', 'mayCreate', 'beforeAccept'] as const satisfies readonly (keyof WriteHooks)[];

const join = (own: Hooks, added: Hooks): Hooks => {
  const taken = [...single.filter((name) => own[name] && added[name]), ...Object.keys(added.actions).filter((name) => name in own.actions)];
  if (taken.length > 0) throw new PluginError(`P007 a plugin brings hooks that ${own.resource} has already: ${taken.join(', ')}`);
  const beforeWrite = both<WriteCall>(own.beforeWrite, added.beforeWrite),
    afterWrite = both<WrittenCall>(own.afterWrite, added.afterWrite);
  return {
    ...own,
    ...added,
    ...(beforeWrite && { beforeWrite }),
    ...(afterWrite && { afterWrite }),
    actions: { ...own.actions, ...added.actions },
    arrange: { ...own.arrange, ...added.arrange },
    foresee: { ...own.foresee, ...added.foresee },
  };
};

/** The hooks of the product and of plugins; every declared action must have a body. */
export const mergeHooks = (
  resources: readonly AnyResource[],
  own: ReadonlyMap<string, Hooks>,
  added: readonly Hooks[],
): ReadonlyMap<string, Hooks> => {
  const all = new Map(own);
  for (const hooks of added) {
    const before = all.get(hooks.resource);
    all.set(hooks.resource, before ? join(before, hooks) : hooks);
  }
  try {
    return hooksOf(resources, [...all.values()]);
  } catch (cause) {
    throw new PluginError((cause as Error).message, { cause });
  }
};
