import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LanguageCode, languageCodes } from '../../../domain/core/languages.ts'
import { readTexts } from '../../../scripts/lib/read-texts.mjs'

const root = join(import.meta.dirname, '../../..')

/** A built file that holds texts: one namespace, or several of a language (`namespace` null), as JSON if `isRaw`. */
export type TextFile = { language: LanguageCode; namespace: string | null; isRaw: boolean }

/** Built text files by URL path. The build names them by namespace only, so the language is found by content. */
export const readTextFiles = (): ReadonlyMap<string, TextFile> => {
  const namespaces = readdirSync(join(root, 'locales/fr')).map((file) => file.replace('.json', ''))
  const assets = readdirSync(join(root, 'dist/console/assets'))
  const files = assets.flatMap((asset): [string, TextFile][] => {
    const [, name = ''] = /^(.+)-[\w-]{8}\.js$/.exec(asset) ?? []
    const language = languageCodes.find((code) => code === name)
    const source = readFileSync(join(root, 'dist/console/assets', asset), 'utf8')
    if (language) {
      return [[`/assets/${asset}`, { language, namespace: null, isRaw: /\/actions\.json":`/.test(source) }]]
    }
    if (!namespaces.includes(name)) return []
    const found = languageCodes.find((code) => hasTextsOf(source, code, name))
    return found ? [[`/assets/${asset}`, { language: found, namespace: name, isRaw: false }]] : []
  })
  return new Map(files)
}

/** Whether a script contains all texts of a namespace, except those written with escapes. */
const hasTextsOf = (source: string, language: LanguageCode, namespace: string): boolean => {
  return stringsOf(readTexts(language)[namespace]).every(
    (text) => /[`\\$"\n\u00a0\u202f]/.test(text) || source.includes(text),
  )
}

const stringsOf = (texts: unknown): string[] =>
  typeof texts === 'string' ? [texts] : Object.values(texts as Record<string, unknown>).flatMap(stringsOf)
