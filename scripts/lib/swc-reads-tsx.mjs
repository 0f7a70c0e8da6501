// dependency-cruiser reads TypeScript 7 only through swc, and asks swc for no JSX. Loaded with `node --import`
// before it, this asks for JSX where the file's name does.
import { createRequire } from 'node:module'

const swc = createRequire(import.meta.url)('@swc/core')
const { parseFileSync } = swc
swc.parseFileSync = (file, options) => parseFileSync(file, { ...options, tsx: file.endsWith('.tsx') })
