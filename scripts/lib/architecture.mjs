import { fileURLToPath } from 'node:url'

const here = (file) => fileURLToPath(new URL(file, import.meta.url))

/** The arguments for Node that check the import directions of the folder it runs in, or of `houses` in it. */
export const architectureArguments = (houses = ['domain', 'machines', 'server', 'src']) => [
  '--import',
  new URL('./swc-reads-tsx.mjs', import.meta.url).href,
  here('../../node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
  '--config',
  here('../../.dependency-cruiser.cjs'),
  ...houses,
]
