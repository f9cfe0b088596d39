import { registry } from '@/resources';
import { readCatalogues } from '../lib/readLocales';
import { loadFixtures } from './loadFixtures';
import { readLanguage } from './readLanguage';
import { readSources } from './sources';
import { writeApi } from './writeApi';
import { writeLanguage, type Pages } from './writeLanguage';
import { writeLifecycle } from './writeLifecycle';
import { writeProject } from './writeProject';

/** The folder of the generated pages, relative to the root of the project. */
export const generatedFolder = 'docs/reference';

/** Every generated page by its path under `docs/reference`, and what is missing. */
export const generateDocs = async (root: string): Promise<{ readonly pages: Pages; readonly problems: readonly string[] }> => {
  const sources = readSources(root);
  const language = readLanguage(sources, await loadFixtures(root, sources.fields.keys()));
  return {
    pages: { ...writeLanguage(language), ...writeApi(registry), ...writeLifecycle(readCatalogues()), ...writeProject(root) },
    problems: language.problems,
  };
};
