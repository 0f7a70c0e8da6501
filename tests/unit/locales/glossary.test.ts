import { expect, it } from 'vitest'
import { type LanguageCode, languageCodes } from '../../../domain/core/languages.ts'
import { readOwnTexts } from '../../../scripts/lib/read-texts.mjs'

/** Words that the glossary of docs/domain.md replaced, and forms of address that are not the language's. */
const replaced: Record<LanguageCode, RegExp> = {
  fr: /remises? comme avant|rest[ée]+s? dehors|upsell|mis à jour maintenant/i,
  en: /delivery (guy|person|people)|\bdrivers?\b|\bshippings?\b(?! fees?)|this sitting|still go on|in the box|take it out|\be-mail/i,
  de: /datens[aä]tz|kassenabgabe|rückläufer|rücksendung|upsell|erscheinungsbild|händler|zugeteilt| …/i,
  it: /\b(inserisca|riprovi|riprovate|scelga|scegliete|verifichi|confermi|apra|acceda|prema|premete|digiti|corregga|correggete)\b|\bfattorin|\belenco\b|tavolozza|fuori linea|irreperibil|upsell|\bconsegn[ae]\b.{0,30}consegnat|\bfont[ei]\b|sorgent|\b(lasci|incolli) (un|vuoto)|\b(a|di) lei\b|\ba suo nome/i,
  es: /entregas? de caja|existencias|no localizable|upsell|\b(deshaz|explica la|filtra la)\b/i,
  ru: /вруч(?!ную)[её]?н|представлени[ея]|недоступны\b|\bрейс|выгрузить|доставк\S*.{0,30}доставлен|доставлен\S*:.{0,30}доставк/i,
}

/** Not shown as texts: what is typed, and names of formats. */
const typed = /(^|\.)(keywords|filters|nouns|inherits|words)(\.|$)/

const textsOf = (value: unknown, path: string): [path: string, text: string][] => {
  if (typeof value === 'string') return typed.test(path) ? [] : [[path, value]]
  return Object.entries(value as object).flatMap(([name, inner]) => textsOf(inner, `${path}.${name}`))
}

it.each(languageCodes)('%s has one word for one thing', (language) => {
  const found = Object.entries(readOwnTexts(language))
    .filter(([namespace]) => namespace !== 'kit')
    .flatMap(([namespace, texts]) => textsOf(texts, namespace))
    .filter(([, text]) => replaced[language].test(text))
  expect(found).toEqual([])
})
