import type { Registry } from '../registry';
import { actions, byForm, fixedStates, settings } from './actions';
import { imports } from './imports';
import { keys } from './keys';
import { members, references, relations } from './links';
import { options } from './options';
import { databaseNames, identity, ownership } from './ownership';
import type { Check, DeclarationProblem } from './problem';
import { sharedLists } from './sharedLists';
import { conditions, forms, lists, menus } from './screens';

export type { DeclarationProblem } from './problem';

const checks: readonly Check[] = [
  references,
  forms,
  lists,
  ownership,
  identity,
  databaseNames,
  relations,
  members,
  actions,
  settings,
  byForm,
  sharedLists,
  fixedStates,
  menus,
  options,
  conditions,
  keys,
  imports,
];

/** Finds mistakes that types cannot see, above all in links between resources. Runs when the server starts and in `npm run check`. */
export const checkResources = (registry: Registry): readonly DeclarationProblem[] =>
  registry.all
    .flatMap((resource) => checks.flatMap((check) => check(resource, registry)))
    .filter((problem): problem is DeclarationProblem => Boolean(problem));
