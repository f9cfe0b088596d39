import type { Problem } from '@/schema/project/zod';
import type { FieldCall, FieldHook, Hooks, WriteCall } from '../../kernel/defineHooks';
import { invalid } from '../../kernel/DomainError';

const differs = (left: unknown, right: unknown): boolean => JSON.stringify(left ?? null) !== JSON.stringify(right ?? null);

/** Runs the field hooks of a write in the declared order: first every value is completed, then validated. */
export const runFieldHooks = async (call: WriteCall, { fields = {} }: Partial<Hooks> = {}): Promise<void> => {
  const { tx, verb, before, values } = call;
  if (verb === 'delete') return;
  const changes = (name: string): boolean => values[name] !== undefined && differs(values[name], before?.[name]);
  const isReached = (name: string, { follows = [] }: FieldHook): boolean => before === null || [name, ...follows].some(changes);
  const asked = (name: string): FieldCall => ({
    tx,
    verb,
    value: values[name],
    before,
    get record() {
      return { ...before, ...values }; // few rules look at the rest of the record
    },
    values,
    changes,
  });
  for (const [name, hook] of Object.entries(fields)) {
    if (!hook.beforeWrite || !isReached(name, hook)) continue;
    const written = await hook.beforeWrite(asked(name));
    if (written !== undefined) values[name] = written;
  }
  const problems: Problem[] = [];
  for (const [name, hook] of Object.entries(fields)) {
    const code = hook.validate && isReached(name, hook) ? await hook.validate(asked(name)) : undefined;
    if (code) problems.push({ path: name, code });
  }
  if (problems.length > 0) throw invalid(problems);
};
