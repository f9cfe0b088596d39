/** The floors of the project and the allowed imports between them, never back and never sideways; scripts/lib/steps.mjs runs this. */
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const ui = '\\.tsx$';
const server = '^server/';

module.exports = {
  forbidden: [
    rule(
      'no-cycles',
      'A module that needs itself cannot be understood, or loaded, apart.',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    rule(
      'no-unresolved',
      'The import leads nowhere; the address of a file (`?url`) is made by the bundler.',
      {},
      { couldNotResolve: true, pathNot: '\\.wasm\\?url$' },
    ),
    rule(
      'no-development-packages',
      'What runs in production is declared as a dependency.',
      { path: '^(src|server)/', pathNot: '\\.fixture\\.ts$' },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    ),

    rule(
      'schema-knows-nobody',
      'The language must run anywhere: it imports zod and itself.',
      { path: '^src/schema/' },
      { path: '^(src/(?!schema/)|server/|demo/|scripts/|tests/|node_modules/(?!zod/|drizzle-orm/))' },
    ),
    rule('schema-is-pure', 'The language must run in the browser too.', { path: '^src/schema/' }, { dependencyTypes: ['core'] }),
    rule(
      'domain-is-pure',
      'The rules of the trade are data and functions that declarations, screens and server share.',
      { path: '^src/domain/' },
      { path: '^(src/(?!domain/|schema/)|server/|demo/|node_modules/)' },
    ),
    rule(
      'domains-are-apart',
      'A domain is one subject: registration, what the web shows, reports.',
      { path: '^src/domain/([^/]+)/' },
      { path: '^src/domain/([^/]+)/', pathNot: '^src/domain/$1/' },
    ),
    rule(
      'words-are-low',
      'Formats and texts serve everything and know nothing.',
      { path: '^src/words/' },
      { path: '^(src/(?!words/|schema/)|server/|demo/)' },
    ),
    rule(
      'fields-know-the-schema',
      'A field type knows the language and no entity.',
      { path: '^src/fields/', pathNot: [ui, '^src/fields/kit/'] },
      { path: '^(src/(?!fields/|schema/|words/)|server/|demo/)' },
    ),
    rule(
      'fields-know-no-view',
      'A field draws itself with the kit and the frame; views draw fields.',
      { path: '^src/fields/' },
      { path: '^(src/(resources|pages|layout|views)/|server/|demo/)' },
    ),
    rule(
      'field-types-are-apart',
      'A field type folder is one type; what two share is in the kit, inputs may reuse inputs, examples other types.',
      { path: '^src/fields/([^/]+)/', pathNot: [ui, '\\.fixture\\.ts$', '^src/fields/kit/'] },
      { path: '^src/fields/([^/]+)/', pathNot: ['^src/fields/($1|kit)/', '\\.input\\.tsx$'] },
    ),
    rule(
      'kit-knows-no-type',
      'What every field type uses names none of them.',
      { path: '^src/fields/kit/' },
      { path: '^src/fields/(?!kit/)' },
    ),
    rule(
      'resources-use-fields-and-schema',
      'A declaration is data: it uses the vocabulary and the language, nothing else.',
      { path: '^src/resources/[^/]+/[^/]+\\.ts$' },
      { path: '^(src/(?!fields/|schema/|resources/|domain/)|server/|demo/|node_modules/(?!zod/))' },
    ),
    rule(
      'resources-are-apart',
      'Resources name each other by text; the start-up checks follow the names.',
      { path: '^src/resources/([^/]+)/' },
      { path: '^src/resources/', pathNot: '^src/resources/$1/' },
    ),
    rule(
      'react-only-in-tsx',
      'A declaration that draws could not run on the server.',
      { path: '^src/(schema|domain|fields/(?!kit/)|resources)/.*[^x]$' },
      { path: '(\\.tsx$|^node_modules/(react|react-dom|antd|@refinedev)/)' },
    ),
    rule(
      'frame-knows-no-entity',
      'Overlays and frames hold what they are given.',
      { path: '^src/frame/' },
      { path: '^src/(fields|resources|views|pages|layout)/' },
    ),
    rule(
      'antd-comes-with-its-look',
      'A component of antd brings the theme along, so that pages without any load nothing of it (docs/adr/0088).',
      { path: '^src/', pathNot: '^src/(frame/(antd/|Modal)|theme/antdTheme|providers/notification/Toaster|providers/i18n/antdLocale)' },
      { path: '^node_modules/antd/' },
    ),
    rule(
      'providers-draw-nothing',
      'Providers serve screens and know none.',
      { path: '^src/providers/' },
      { path: '^src/(views|pages|layout|frame)/' },
    ),
    rule(
      'views-know-no-entity',
      'Generated screens draw what they are given.',
      { path: '^src/views/' },
      { path: '^src/(resources|pages|layout)/' },
    ),
    rule('pages-know-no-layout', 'The shell holds pages, and no page needs its shell.', { path: '^src/pages/' }, { path: '^src/layout/' }),
    rule(
      'gallery-is-outside',
      'The gallery shows the product and is no part of it: it may use everything, and nothing may need it.',
      { path: '^(src/(?!gallery/)|server/)' },
      { path: '^src/gallery/' },
    ),

    rule(
      'browser-never-imports-server',
      'What the browser loads must never reach server code.',
      { path: '^src/' },
      { path: '^(server|demo|scripts|tests)/' },
    ),
    rule(
      'server-imports-declarations-only',
      'The server shares declarations with the browser, never screens.',
      { path: '^(server|demo)/', pathNot: '^demo/demo\\.ts$' }, // a command
      {
        path: '(\\.tsx$|^src/(views|pages|layout|frame|providers|theme)/|^(scripts|tests)/|^node_modules/(react|react-dom|antd|@refinedev)/)',
      },
    ),
    rule(
      'database-is-the-ground',
      'The database knows tables and declarations, and nobody who uses it.',
      { path: `${server}database/` },
      { path: `${server}(?!database/)` },
    ),
    rule(
      'kernel-knows-no-api',
      'Transactions, errors and words serve every request and know none.',
      { path: `${server}kernel/` },
      { path: `${server}(?!kernel/|database/)` },
    ),
    rule(
      'rows-come-by-name',
      'A row that is read by position is another row as soon as a column moves (docs/adr/0043).',
      { path: '^', pathNot: `${server}kernel/` },
      { path: `${server}kernel/(asArrays|layout)\\.ts$` },
    ),
    rule(
      'api-knows-no-feature',
      'What every resource gets must not know what one of them does.',
      { path: `${server}api/` },
      { path: `${server}(?!api/|jobs/|kernel/|database/|adapters/)` },
    ),
    rule(
      'jobs-know-no-work',
      'What drives jobs does not know what any of them does: a queue is handed to it.',
      { path: `${server}jobs/` },
      { path: `${server}(?!jobs/|kernel/|database/)` },
    ),
    rule(
      'features-know-no-app',
      'A feature is plugged into the application and does not know it.',
      { path: `${server}features/` },
      { path: `${server}(?!features/|api/|jobs/|kernel/|database/|adapters/|auth/)` },
    ),
    rule(
      'adapters-know-no-feature',
      'An adapter speaks with a system outside; who needs it is not its concern.',
      { path: `${server}adapters/` },
      { path: `${server}(?!adapters/|kernel/|database/)` },
    ),
    rule(
      'auth-is-its-own-module',
      'The authentication site could be another company’s: it reaches the rest through its own interface.',
      { path: `${server}auth/` },
      { path: `(${server}(api|features|reference)/|${server}kernel/(?!secrets|toOneLine)|^demo/|^src/)` },
    ),
    rule(
      'plugins-are-declared-without-screens',
      'What a plugin declares is loaded by the server too.',
      { path: '^src/plugins/(Plugin|withPlugins|pluginProblems)\\.ts$' },
      { path: '^src/(?!plugins/|schema/|domain/|resources/)' },
    ),
    rule(
      'plugins-are-put-in-at-the-top',
      'The product does not know its plugins: what starts it puts them in.',
      {
        path: '^(src|server|demo)/',
        pathNot: '^(src/(plugins/|main\\.tsx$)|server/(plugins/|main\\.ts$|startJobs\\.ts$|app\\.ts$|startProblem\\.ts$))',
      },
      { path: '^(src|server)/plugins/' },
    ),
    rule(
      'examples-are-outside',
      'A plugin is loaded by the folder that DORSAL_PLUGINS names, and never imported.',
      { path: '^(src|server|demo|scripts)/' },
      { path: '^examples/' },
    ),
    rule(
      'examples-use-what-is-offered',
      'The server side of a plugin uses what server/plugins offers: everything else may change without notice.',
      { path: '^examples/' },
      { path: '^(server/(?!plugins/index\\.ts$)|demo/|scripts/|tests/)' },
    ),
    rule(
      'demo-is-outside',
      'Demo data uses the product and is no part of it: the start loads it on demand, and nothing else may need it.',
      { path: server, pathNot: '^server/main\\.ts$' },
      { path: '^demo/' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
  },
};
