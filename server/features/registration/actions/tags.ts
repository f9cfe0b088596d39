import { fieldOf } from '@/schema';
import { inscriptions, type Inscription } from '@/resources/inscriptions/inscriptions';
import { updateEachAudited } from '../../../api/write/audited';
import { conflict, invalid, problemAt } from '../../../kernel/DomainError';
import type { Group } from '../../../kernel/group';
import { addLogs } from '../../log/log';

interface TagsInput {
  readonly add?: readonly string[] | null | undefined;
  readonly remove?: readonly string[] | null | undefined;
}

/** Adds tags to registrations and takes others off; who has them already is left out. */
export const updateTags = async (group: Group<Inscription>, { add, remove }: TagsInput): Promise<void> => {
  const gone = new Set(remove ?? []);
  const after = ({ tags }: Inscription): readonly string[] => [
    ...new Set([...(tags ?? []).filter((tag) => !gone.has(tag)), ...(add ?? [])]),
  ];
  const field = fieldOf(inscriptions, 'tags');
  group.refuseWhere((row) => {
    const next = after(row);
    if (next.length === (row.tags ?? []).length && next.every((tag) => row.tags?.includes(tag))) return conflict('UNCHANGED');
    return field.zod.safeParse(next).success ? null : invalid([problemAt('input.add', 'TOO_MANY')]);
  });
  const changes = group.members().map(({ id, row }) => ({ id, row, tags: after(row) }));
  await updateEachAudited(
    group.tx,
    inscriptions,
    changes.map(({ id, tags }) => ({ id, values: { tags } })),
  );
  await addLogs(
    group.tx,
    changes.map(({ row, tags }) => [row, { status: 'data_updated', changes: [{ field: 'tags', old: row.tags, new: tags }] }]),
  );
};
