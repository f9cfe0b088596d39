import type { regions } from '@/schema';
import { nth } from '@/schema/must';
import { states } from '../server/reference/states';

/** The region to which a state of Mexico belongs. */
export const regionOf = (stateid: number): (typeof regions)[number] => nth(states, stateid - 1).region;
