import { z } from 'zod';
import type { AnyField } from '../field';

interface Shape {
  readonly type?: string | readonly string[];
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly anyOf?: readonly Shape[];
  readonly enum?: readonly unknown[];
}
const numberWidth = 12,
  openWidth = 4000,
  openText = 200,
  openItems = 20;
const sum = (all: readonly number[]): number => all.reduce((one, other) => one + other, 0);

const widthOf = ({ type, maxLength, maxItems = openItems, items, properties, anyOf, enum: choices }: Shape): number => {
  if (choices) return Math.max(...choices.map((each) => String(each).length)) + 2;
  if (anyOf) return Math.max(...anyOf.map(widthOf));
  if (type === 'string') return (maxLength ?? openText) + 2;
  if (type === 'array') return maxItems * (widthOf(items ?? {}) + 1);
  if (properties) return sum(Object.entries(properties).map(([name, each]) => name.length + 4 + widthOf(each)));
  return type === 'number' || type === 'integer' || type === 'boolean' ? numberWidth : openWidth;
};

const known = new WeakMap<AnyField, number>();
/** The JSON length of the longest value that a field accepts. */
export const widestText = (field: AnyField): number => {
  const found = known.get(field);
  if (found !== undefined) return found;
  const width = widthOf(z.toJSONSchema(field.zod, { io: 'input', unrepresentable: 'any' }) as Shape);
  known.set(field, width);
  return width;
};
