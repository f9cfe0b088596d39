import { parse, stringify } from 'neoqs';

/** The functions of `qs` that refine asks for, from its successor without the code for old browsers, which is half of it. */
export default { parse, stringify };
