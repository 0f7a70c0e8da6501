import { fileURLToPath } from 'node:url'

const here = (file) => fileURLToPath(new URL(file, import.meta.url))

/** Arguments for Node to check import directions in the current folder, or in `houses` of it. */
export const architectureArguments = (houses = ['domain', 'machines', 'server', 'src']) => [
  '--import',
  new URL('./swc-reads-tsx.mjs', import.meta.url).href,
  here('../../node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
  '--config',
  here('../../.dependency-cruiser.cjs'),
  ...houses,
]
