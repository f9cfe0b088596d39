/** The arrows of the house: resources -> fields -> schema, resources -> registration -> schema, never back and never sideways; scripts/lib/checkArrows.mjs runs this. */
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const ui = '\\.tsx$';

module.exports = {
  forbidden: [
    rule('no-cycles', 'A module that needs itself cannot be understood, or loaded, apart.', {}, { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } }),
    rule('no-unresolved', 'The import leads nowhere.', {}, { couldNotResolve: true }),
    rule('schema-knows-nobody', 'The language must run anywhere: it imports zod and itself.', { path: '^src/schema/' }, { path: '^(src/(?!schema/)|server/|scripts/|tests/|node_modules/(?!zod/|drizzle-orm/))' }),
    rule('schema-is-pure', 'The language must run in the browser too.', { path: '^src/schema/' }, { dependencyTypes: ['core'] }),
    rule('fields-know-the-schema', 'A field type knows the language and no entity.', { path: '^src/fields/', pathNot: ui }, { path: '^(src/(?!fields/|schema/)|server/)' }),
    rule('fields-know-no-entity', 'A field type draws any entity; it names none.', { path: '^src/fields/.*\\.tsx$' }, { path: '^(src/(resources|pages|layout)/|server/)' }),
    rule('field-types-are-apart', 'A field type folder is one type; what two share lives beside the folders, inputs may reuse inputs, examples other types.', { path: '^src/fields/([^/]+)/', pathNot: [ui, '\\.fixture\\.ts$'] }, { path: '^src/fields/([^/]+)/', pathNot: ['^src/fields/$1/', '\\.input\\.tsx$'] }),
    rule('resources-use-fields-and-schema', 'A declaration is data: it uses the vocabulary and the language, nothing else.', { path: '^src/resources/[^/]+/[^/]+\\.ts$' }, { path: '^(src/(?!fields/|schema/|resources/|registration/|web/)|server/|node_modules/(?!zod/))' }),
    rule('registration-is-pure', 'The life of a registration is data that declarations, screens and server share.', { path: '^src/registration/' }, { path: '^(src/(?!registration/|schema/)|server/|node_modules/)' }),
    rule('web-is-pure', 'What is shown when, and which promotion wins, is said once for declarations, screens and server.', { path: '^src/web/' }, { path: '^(src/(?!web/|schema/)|server/|node_modules/)' }),
    rule('resources-are-apart', 'Resources name each other by text; the start-up checks follow the names.', { path: '^src/resources/([^/]+)/' }, { path: '^src/resources/', pathNot: '^src/resources/$1/' }),
    rule('react-only-in-tsx', 'A declaration that draws could not run on the server.', { path: '^src/(schema|fields|resources)/.*[^x]$' }, { path: '(\\.tsx$|^node_modules/(react|react-dom|antd|@refinedev)/)' }),
    rule('views-know-no-entity', 'Generated screens draw what they are given.', { path: '^src/views/' }, { path: '^src/(resources|pages|layout)/' }),
    rule('providers-draw-nothing', 'Providers serve screens and know none.', { path: '^src/providers/' }, { path: '^src/(views|pages|layout)/' }),
    rule('gallery-stands-outside', 'The gallery shows the product and is no part of it: it may use everything, and nothing may need it.', { path: '^(src/(?!gallery/)|server/)' }, { path: '^src/gallery/' }),
    rule('browser-never-imports-server', 'What the browser loads must never reach server code.', { path: '^src/' }, { path: '^(server|scripts|tests)/' }),
    rule('server-imports-declarations-only', 'The server shares declarations with the browser, never screens.', { path: '^server/' }, { path: '(\\.tsx$|^src/(views|pages|layout|providers|theme)/|^(scripts|tests)/|^node_modules/(react|react-dom|antd|@refinedev)/)' }),
    rule('auth-is-its-own-module', 'The authentication site could be another company’s: it reaches the rest through its own interface.', { path: '^server/auth/' }, { path: '^(server/(api|resources|demo|reference)/|src/)' }),
    rule('no-development-packages', 'What runs in production is declared as a dependency.', { path: '^(src|server)/', pathNot: '\\.fixture\\.ts$' }, { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'], exportsFields: ['exports'], conditionNames: ['import', 'types', 'node', 'default'] },
  },
};
