// Loaded with `node --import` before dependency-cruiser: asks swc for JSX where the file's name ends in `.tsx`. Version 17 does not,
// and its other parser needs TypeScript 6 or older. Version 18 does, but needs Node 22: this goes when Node 20 does.
import { createRequire } from 'node:module'

const swc = createRequire(import.meta.url)('@swc/core')
const { parseFileSync } = swc
swc.parseFileSync = (file, options) => parseFileSync(file, { ...options, tsx: file.endsWith('.tsx') })
