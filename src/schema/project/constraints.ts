import { must } from '../must';
import type { Registry } from '../registry';
import { constraintName } from './constraintName';
import { tableShape } from './shape';

/** The meaning of a database constraint in terms of the declarations. */
export interface DeclaredConstraint {
  readonly resource: string;
  readonly kind: 'unique' | 'reference' | 'check' | 'overlap';
  readonly fields: readonly string[];
  /** The other fields that it compares, besides those on which a refusal is shown. */
  readonly compares?: readonly string[];
  /** Name of the entry in `checks`, if it is one. */
  readonly rule?: string;
}

/** Every constraint by the name that PostgreSQL reports, so that a refusal of the database is shown on its field. */
export const constraintsOf = (registry: Registry): ReadonlyMap<string, DeclaredConstraint> =>
  new Map(
    registry.all.flatMap((resource) => {
      const { foreignKeys, indexes, checks } = tableShape(resource, registry);
      const rules = new Map(Object.keys(resource.checks ?? {}).map((rule) => [constraintName(resource.name, [rule], 'rule'), rule]));
      return [
        ...foreignKeys.map(({ name, columns }): [string, DeclaredConstraint] => [
          name,
          { resource: resource.name, kind: 'reference', fields: columns.slice(0, 1) },
        ]),
        ...Object.entries(resource.all)
          .filter(([, { targets }]) => targets)
          .map(([name]): [string, DeclaredConstraint] => [
            constraintName(resource.name, [name], 'fk'),
            { resource: resource.name, kind: 'reference', fields: [name] },
          ]),
        ...indexes
          .filter(({ unique }) => unique)
          .map(({ name, fields }): [string, DeclaredConstraint] => [name, { resource: resource.name, kind: 'unique', fields }]),
        ...checks.map(({ name, fields }): [string, DeclaredConstraint] => [
          name,
          { resource: resource.name, kind: 'check', fields, ...(rules.has(name) && { rule: must(rules.get(name), name) }) },
        ]),
        ...(resource.exclusions ?? []).map(({ equal, range }): [string, DeclaredConstraint] => [
          constraintName(resource.name, equal, 'excl'),
          { resource: resource.name, kind: 'overlap', fields: [range[0], range[1]], compares: equal },
        ]),
      ];
    }),
  );
