import { dropOldTemplates } from './database';

/** Clears away what earlier versions left; the first test file that needs a database makes the template of this one. */
export default dropOldTemplates;
