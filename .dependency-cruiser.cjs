const { readdirSync } = require('node:fs')

/** Which top folder may import which; what is not listed is forbidden. */
const houses = {
  domain: [],
  machines: ['domain'],
  server: ['domain', 'locales'],
  src: ['domain', 'machines', 'locales'],
}

/** Inside src: a folder imports neither from a row below its own nor from its neighbours in the row. */
const layers = [['ui'], ['table', 'form', 'charts'], ['resources'], ['features'], ['app'], ['embed']]

/** These serve every resource and know none by name. */
const general = ['ui', 'table', 'form', 'charts', 'commands', 'keyboard', 'palette']

/** The resources, each a folder of this name in `domain` and in `src/resources`. */
const resources = readdirSync(`${__dirname}/src/resources`, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !['cells', 'shared'].includes(entry.name))
  .map(({ name }) => name)

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

const layerRules = layers.flatMap((folders, row) => {
  const above = layers.slice(row + 1).flat()
  return folders.map((folder) => {
    const forbidden = [...folders.filter((sibling) => sibling !== folder), ...above]
    return {
      name: `src-${folder}-imports-no-${forbidden.join('-')}`,
      severity: 'error',
      from: { path: `^src/${folder}/` },
      to: { path: `^src/(${forbidden.join('|')})/` },
    }
  })
})

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'everything-resolves', severity: 'error', from: {}, to: { couldNotResolve: true } },
    ...housesRules,
    ...layerRules.filter(({ to }) => to.path !== '^src/()/'),
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
