import { defineChoices } from '@/schema/choiceList';

/** The sizes of shirts, from the smallest; `K` ones are for children by age, `UNICA` is one size for all. */
export const sizes = defineChoices('tshirt_sizes', [
  'XXS',
  'XS',
  'S',
  'M',
  'L',
  'XL',
  '2XL',
  '3XL',
  '4XL',
  'K4',
  'K6',
  'K8',
  'K10',
  'K12',
  'K14',
  'K16',
  'UNICA',
]);
export type Size = (typeof sizes)[number];
