import { readFileSync } from 'node:fs'
import {
  defaultLanguage,
  isLanguageCode,
  type LanguageCode,
  languages,
} from '../../../domain/core/languages.ts'
import type { ExportWords } from '../../../domain/exports/export-row.ts'
import { type ResourceName, resources } from '../../../domain/resources.ts'
import { acceptedLanguages } from '../../problems/problem.ts'

/** Texts of a spreadsheet, as on the console's screens. */
export type ExportTexts = { title: string; headers: string[]; words: ExportWords }

type Texts = { [name: string]: string | Texts }

const locales = new URL('../../../locales/', import.meta.url)

export const exportTexts = (resource: ResourceName, language: LanguageCode): ExportTexts => {
  const read = (namespace: string) => readTexts(language, namespace)
  const own = read(resource)
  const shared = read('exports')
  /** Names are labelled by their reference field. */
  const header = (column: string) =>
    textAt(own, 'fields', column) ??
    textAt(own, 'fields', column.replace(/Name$/, '')) ??
    textAt(shared, 'columns', column)
  const words: Record<string, (value: string) => string | undefined> = {
    country: (value) => textAt(read('countries'), value),
    shippingStatus: (value) => textAt(read('shippings'), 'status', value),
    language: (value) => (isLanguageCode(value) ? languages[value].name : undefined),
  }
  const word: ExportWords = (field, value) =>
    (words[field]?.(value) ?? textAt(own, field, value) ?? textAt(shared, value)) || value
  return {
    title: textAt(own, 'title') ?? resource,
    headers: resources[resource].exported.map((column) => header(column) ?? column),
    words: word,
  }
}

/** Language of a spreadsheet: as requested, else the reader's. */
export const exportLanguage = (
  asked: LanguageCode | null,
  acceptLanguage: string | undefined,
): LanguageCode => asked ?? acceptedLanguages(acceptLanguage)[0] ?? defaultLanguage

const known = new Map<string, Texts>()

const readTexts = (language: LanguageCode, namespace: string): Texts => {
  const path = `${language}/${namespace}.json`
  const texts = known.get(path) ?? (JSON.parse(readFileSync(new URL(path, locales), 'utf8')) as Texts)
  known.set(path, texts)
  return texts
}

const textAt = (texts: Texts, ...path: string[]): string | undefined => {
  const found = path.reduce<Texts | string | undefined>(
    (at, name) => (typeof at === 'object' ? at[name] : undefined),
    texts,
  )
  return typeof found === 'string' ? found : undefined
}
