import { dropTemplate, prepareTemplate } from './database';

/** Makes the database template once for all test files, and removes it after the last one. */
export default async (): Promise<() => Promise<void>> => {
  await prepareTemplate();
  return dropTemplate;
};
