import type { i18n } from 'i18next'
import type { ArgumentChoice, Command } from '../../commands/command.ts'
import { keywordsKey, labelKey, placeKey } from '../../commands/run-command.ts'
import { type Prepared, type PreparedChoice, prepare, prepareChoice, type Words } from './text-analysis.ts'

/** A key's texts in all loaded languages, any of which users may type. */
export const textsOf = (i18n: i18n, key: string): string[] => textsIn(i18n, loadedLanguages(i18n), key)

const textsIn = (i18n: i18n, languages: readonly string[], key: string): string[] =>
  languages.flatMap((language) => {
    const text = i18n.getResource(language, ...splitKey(key)) as unknown
    return typeof text === 'string' && text !== '' ? [text] : []
  })

/**
 * A command's label, destination and keywords in all loaded languages; user-given names are the same in each. Cached until
 * languages change.
 */
export const prepareCommand = (i18n: i18n, command: Command): Prepared => {
  const others = loadedLanguages(i18n).filter(
    (language) => language !== i18n.language && i18n.hasResourceBundle(language, 'keywords'),
  )
  const languages = [i18n.language, ...others]
  const key = languages.join(' ')
  const known = prepared.get(command)
  if (known?.key === key) return known.prepared
  const made = prepareIn(i18n, languages, command)
  prepared.set(command, { key, prepared: made })
  return made
}

const lists = new WeakMap<readonly Command[], { key: string; prepared: readonly Prepared[] }>()

/** Prepared commands of the palette; the same array until languages change. */
export const preparedCommands = (
  i18n: i18n,
  commands: readonly Command[],
  languages: string,
): readonly Prepared[] => {
  const key = `${i18n.language} ${languages}`
  const known = lists.get(commands)
  if (known?.key === key) return known.prepared
  const made = commands.filter(({ hidden }) => !hidden).map((command) => prepareCommand(i18n, command))
  lists.set(commands, { key, prepared: made })
  return made
}

const prepared = new WeakMap<Command, { key: string; prepared: Prepared }>()

const prepareIn = (i18n: i18n, [language = '', ...others]: readonly string[], command: Command): Prepared => {
  const own = wordsIn(i18n, [language], command)
  const given = command.text === undefined ? [] : [command.text]
  return prepare(command.id, [...given, ...own.names], own.keywords, wordsIn(i18n, others, command))
}

/** A choice with its label and further words in all loaded languages; `text`: the label shown. */
export const prepareChoiceIn = (i18n: i18n, choice: ArgumentChoice, text: string): PreparedChoice => {
  const { labelKey, alsoKey, also = [] } = choice
  const texts = labelKey === undefined ? [choice.text] : textsOf(i18n, labelKey)
  const others = alsoKey === undefined ? [] : textsOf(i18n, alsoKey).flatMap((words) => words.split(', '))
  return prepareChoice(choice, text, texts, [...also, ...others])
}

const wordsIn = (i18n: i18n, languages: readonly string[], command: Command): Words => ({
  names: [labelKey(command), placeKey(command)].flatMap((key) => textsIn(i18n, languages, key)),
  keywords: textsIn(i18n, languages, keywordsKey(command)).flatMap((words) => words.split(',')),
})

export const loadedLanguages = (i18n: i18n): string[] => Object.keys(i18n.store.data)

const splitKey = (key: string): [string, string] => {
  const colon = key.indexOf(':')
  return [key.slice(0, colon), key.slice(colon + 1)]
}
