import type { AnyField } from '../../field';
import { joinName, type Registry } from '../../registry';
import { fieldOf, isAlwaysSaid, type AnyResource } from '../../resource';
import { typeName } from '../graphql';
import { inputSchema } from '../zod';
import { nullable, ref, schemaOf, type Json } from './parts';

const referenceSchema = (target: AnyResource): Json => ({
  type: 'object',
  required: [target.key],
  properties: { [target.key]: { type: 'integer' }, title: { type: ['string', 'null'] } },
});
const joinedSchema = (name: string, { target, targets }: AnyField, registry: Registry): readonly (readonly [string, Json])[] =>
  target
    ? [[joinName(name), nullable(referenceSchema(registry.get(target)))]]
    : targets
      ? [[joinName(name), nullable({ type: 'array', items: referenceSchema(registry.get(targets)) })]]
      : [];
const valueSchema = (resource: AnyResource, name: string, registry: Registry): Json => {
  const field = fieldOf(resource, name);
  if (field.embeds) return { type: 'array', items: ref(typeName(registry.get(field.embeds.target))) };
  const masked = Boolean(field.options.hiddenBy ?? field.options.visibleTo ?? field.options.platformOnly);
  const value = schemaOf(field.zod);
  return isAlwaysSaid(resource, name) && !masked ? value : nullable(value);
};
/** A record in an answer. */
export const rowSchema = (resource: AnyResource, registry: Registry): Json => ({
  type: 'object',
  required: [resource.key],
  properties: {
    [resource.key]: { type: 'integer' },
    ...Object.fromEntries(
      Object.entries(resource.all).flatMap(([name, field]) => [
        [name, valueSchema(resource, name, registry)],
        ...joinedSchema(name, field, registry),
      ]),
    ),
  },
});
/** The body for changing a record. */
export const patchSchema = (resource: AnyResource, registry: Registry): Json => {
  const patch = schemaOf(inputSchema(resource, registry, 'patch')) as { readonly properties?: Json };
  return { ...patch, properties: { ...patch.properties, version: { type: 'integer' } }, required: ['version'] };
};
