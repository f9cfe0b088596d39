import type { z } from 'zod';
import { storable } from './stage';

/** A value as a column of JSON takes it. */
export const plainJson = (value: object): Readonly<Record<string, z.core.util.JSONType>> =>
  JSON.parse(JSON.stringify(value, (_, each: unknown) => storable(each)));
