import { FieldPage } from '../FieldPage';
import { fieldFixtures } from '../fixture/specimens';
import type { Story } from '../story';
import { actionStories } from './action';
import { formStories } from './form';
import { frameStories } from './frame';
import { listStories } from './list';
import { showStories } from './show';

/** Every page of the gallery: one for each field type, then the generated views and their surroundings. */
export const stories: readonly Story[] = [
  ...Object.keys(fieldFixtures).map((type): Story => ({ id: `fields/${type}`, draw: () => <FieldPage type={type} /> })),
  ...listStories,
  ...formStories,
  ...showStories,
  ...actionStories,
  ...frameStories,
];
