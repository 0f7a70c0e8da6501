import { readFileSync } from 'node:fs'

/** What `npm run pictures` stored of each picture: the SHA-256 of its file and the fixed texts that it shows. */
export const shown: Record<string, { picture: string; shows: string[] }> = JSON.parse(
  readFileSync(new URL('../../../docs/pictures/shown.json', import.meta.url), 'utf8'),
)
