import { readFileSync } from 'node:fs'

/** Of `package.json`. */
export const productVersion = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version
