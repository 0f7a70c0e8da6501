import type { i18n } from 'i18next'
import type { Command } from '../commands/command.ts'
import { keywordsKey, labelKey } from '../commands/run-command.ts'
import { type Prepared, prepare } from './prepared-text.ts'

/** A key's texts in every language that is loaded: people type in the one that comes to them. */
export const textsOf = (i18n: i18n, key: string): string[] =>
  loadedLanguages(i18n).flatMap((language) => {
    const text = i18n.getResource(language, ...splitKey(key)) as unknown
    return typeof text === 'string' && text !== '' ? [text] : []
  })

export const prepareCommand = (i18n: i18n, command: Command): Prepared =>
  prepare(
    command.id,
    textsOf(i18n, labelKey(command)),
    textsOf(i18n, keywordsKey(command)).flatMap((words) => words.split(',')),
  )

export const loadedLanguages = (i18n: i18n): string[] => Object.keys(i18n.store.data)

const splitKey = (key: string): [string, string] => {
  const colon = key.indexOf(':')
  return [key.slice(0, colon), key.slice(colon + 1)]
}
