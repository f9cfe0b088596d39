import type { AnyField, AnyResource } from '@/schema';
import type { Embedding } from '@/schema/field';
import { remember } from '../../kernel/remember';

/** Fields of one kind with their names, looked for once for each entity: a set of records would look for each of them. */
const fieldsWhere = <F>(pick: (field: AnyField) => F | undefined): ((resource: AnyResource) => readonly (readonly [string, F])[]) => {
  const known = new WeakMap<AnyResource, readonly (readonly [string, F])[]>();
  return (resource) =>
    remember(known, resource, () =>
      Object.entries(resource.all).flatMap(([name, field]) => {
        const found = pick(field);
        return found === undefined ? [] : [[name, found] as const];
      }),
    );
};

/** Fields that hold rows of another entity. */
export const embeddingFields = fieldsWhere<Embedding>(({ embeds }) => embeds);
/** Fields that name other records. */
export const referenceFields = fieldsWhere<AnyField>((field) => ((field.target ?? field.targets) ? field : undefined));
/** Fields for which a value of a record that another field names is proposed, with that path. */
export const proposedFields = fieldsWhere<string>(({ proposedFrom }) => proposedFrom);
