import { join } from 'node:path'
import type { LanguageCode } from '../../../domain/core/languages.ts'
import {
  readTexts as readNamespaces,
  readOwnTexts as readOwnNamespaces,
} from '../../../scripts/lib/read-texts.mjs'

export const root = join(import.meta.dirname, '../../..')

/** All texts of a language by key, `orders:status.PENDING`. */
export const readTexts = (language: LanguageCode): Map<string, string> => collected(readNamespaces(language))

/** Without those that a file inherits from another one. */
export const readOwnTexts = (language: LanguageCode): Map<string, string> =>
  collected(readOwnNamespaces(language))

const collected = (namespaces: Readonly<Record<string, unknown>>): Map<string, string> => {
  const texts = new Map<string, string>()
  for (const [namespace, values] of Object.entries(namespaces)) collect(`${namespace}:`, values, texts)
  return texts
}

/** Keys as in source code: without plural suffixes. */
export const baseKeys = (texts: Map<string, string>): string[] => [...new Set([...texts.keys()].map(baseKey))]

export const baseKey = (key: string): string => key.replace(plural, '')

export const isPlural = (key: string): boolean => plural.test(key)

/** Interpolations of a text: `count, number` and `name` of `{{count, number}} of {{name}}`. */
export const placeholders = (text: string): string =>
  [...new Set(text.match(/\{\{[^}]*\}\}/g) ?? [])].sort().join(' ')

const plural = /_(zero|one|two|few|many|other)$/

const collect = (prefix: string, value: unknown, texts: Map<string, string>): void => {
  if (typeof value === 'string') texts.set(prefix, value)
  else if (typeof value === 'object' && value !== null) {
    for (const [key, child] of Object.entries(value))
      collect(prefix.endsWith(':') ? prefix + key : `${prefix}.${key}`, child, texts)
  }
}
