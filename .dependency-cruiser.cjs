const { readdirSync } = require('node:fs')

/** Which top folder may import which; what is not listed is forbidden. */
const houses = {
  domain: [],
  machines: ['domain'],
  server: ['domain', 'locales'],
  src: ['domain', 'machines', 'locales'],
}

/** Ladders of folders: one imports neither from a row after its own nor from its neighbours in the row. */
const ladders = {
  src: [['ui'], ['table', 'form', 'charts'], ['resources'], ['features'], ['app'], ['embed']],
  // Every folder of the server; the files beside them, which put it together, are above all.
  server: [
    ['core'],
    ['outbound'],
    ['config'],
    ['files', 'threads'],
    ['db'],
    ['problems'],
    ['auth', 'backup'],
    ['search'],
    ['events'],
    ['crud', 'images'],
    ['jobs', 'queries', 'mail', 'spreadsheets'],
    ['services', 'openapi'],
    ['http'],
    ['resources'],
    ['modules', 'seed'],
    ['cli'],
  ],
}

const foldersOf = (folder) =>
  readdirSync(`${__dirname}/${folder}`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

/** These serve every resource and know none by name. */
const general = ['ui', 'table', 'form', 'charts', 'commands', 'keyboard', 'palette']

/** The resources, each a folder of this name in `domain` and in `src/resources`. */
const resources = foldersOf('src/resources').filter((name) => !['cells', 'shared'].includes(name))

const browserFree = ['domain', 'machines', 'server']

const housesRules = Object.entries(houses).map(([house, others]) => ({
  name: `${house}-imports-${['itself', ...others].join('-')}-only`,
  severity: 'error',
  from: { path: `^${house}/` },
  to: {
    path: '^(domain|machines|server|src|locales|tests|bench|scripts)/',
    pathNot: `^(${[house, ...others].join('|')})/`,
  },
}))

const unplaced = foldersOf('server').filter((name) => !ladders.server.flat().includes(name))
if (unplaced.length > 0) throw new Error(`no row of the server's ladder has ${unplaced.join(', ')}`)

const ladderRules = Object.entries(ladders).flatMap(([house, rows]) =>
  rows.flatMap((folders, row) => {
    const above = rows.slice(row + 1).flat()
    return folders.map((folder) => ({
      name: `${house}-${folder}-imports-nothing-beside-or-above`,
      severity: 'error',
      from: { path: `^${house}/${folder}/` },
      to: {
        path: `^${house}/(${[...folders.filter((sibling) => sibling !== folder), ...above].join('|')})/`,
      },
    }))
  }),
)

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'everything-resolves', severity: 'error', from: {}, to: { couldNotResolve: true } },
    ...housesRules,
    ...ladderRules.filter(({ to }) => !to.path.includes('/()/')),
    {
      name: 'only-commands-import-the-assembled-server',
      severity: 'error',
      from: { path: '^server/(?!cli/)[^/]+/' },
      to: { path: '^server/[^/]+[.]ts$' },
    },
    {
      name: 'stores-import-no-component',
      severity: 'error',
      from: { path: '^src/stores/' },
      to: {
        path: '^src/(app|charts|embed|features|filter|form|layouts|palette|resources|table|ui|workspace)/',
      },
    },
    {
      name: 'general-parts-know-no-resource',
      severity: 'error',
      from: { path: `^src/(${general.join('|')})/` },
      to: {
        path: `^(src/resources/|domain/(${resources.join('|')})/)`,
      },
    },
    {
      name: 'no-folder-cycles',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(domain|machines|server|src)/' },
      to: { circular: true },
    },
    // `cells` and `shared` belong to none of them.
    {
      name: 'a-resource-imports-no-sibling',
      severity: 'error',
      from: { path: '^src/resources/([^/]+)/' },
      to: { path: '^src/resources/[^/]+/', pathNot: '^src/resources/($1|cells|shared)/' },
    },
    {
      name: 'no-react-outside-src',
      severity: 'error',
      from: { path: `^(${browserFree.join('|')})/` },
      to: { path: 'node_modules/(react|react-dom|@xstate/react)/' },
    },
    {
      name: 'no-node-outside-server',
      severity: 'error',
      from: { path: '^(domain|machines|src)/' },
      to: { dependencyTypes: ['core'] },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(\\.(css|sql)$|^src/embed/public/)' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main'],
    },
  },
}
