import { largestIdCount } from '../../../domain/changes.ts'
import type { FieldProblem } from '../../../domain/codes.ts'
import { type LanguageCode, languageCodes } from '../../../domain/languages.ts'
import { choiceOf } from '../../../domain/lib/choice.ts'
import { isId } from '../../../domain/lib/field.ts'
import { type ListQuery, parseListQuery } from '../../../domain/lib/list-query.ts'
import { type ResourceName, resources } from '../../../domain/resources.ts'
import { accepted, Refused } from '../../refused.ts'

/** A list's spreadsheet as it is asked for: the list's own parameters, without pages, and a language. */
export type ExportCall = { query: ListQuery; language: LanguageCode | null }

/** Reads what stands in the query string and in the body, which wins where both say something. */
export const readExport = (
  resource: ResourceName,
  query: Record<string, unknown>,
  body: unknown = null,
): ExportCall => {
  if (typeof body !== 'object' || Array.isArray(body)) {
    throw new Refused('VALIDATION_FAILED', { errors: [{ path: '', code: 'BAD_JSON' }] })
  }
  const { language, ids, except, ...parameters } = { ...query, ...body } as Record<string, unknown>
  const errors: FieldProblem[] = ['limit', 'skip']
    .filter((path) => Object.hasOwn(parameters, path))
    .map((path) => ({ path, code: 'UNKNOWN_PARAMETER' }))
  const chosen = readIds('ids', ids, errors)
  const left = readIds('except', except, errors)
  if (errors.length > 0) throw new Refused('VALIDATION_FAILED', { errors })
  const chosenLanguage = language === undefined ? undefined : choiceOf(languageCodes, language)
  if (chosenLanguage === null) {
    throw new Refused('VALIDATION_FAILED', { errors: [{ path: 'language', code: 'NOT_A_CHOICE' }] })
  }
  const read = accepted(parseListQuery(resources[resource].list, parameters))
  return { query: { ...read, ids: chosen, except: left ?? [] }, language: chosenLanguage ?? null }
}

/** A selection by hand is in a body and may be longer than what an address holds. */
const readIds = (path: string, value: unknown, errors: FieldProblem[]): string[] | null => {
  if (value === undefined || value === '') return null
  if (typeof value !== 'string') {
    errors.push({ path, code: 'NOT_TEXT' })
    return null
  }
  const ids = value
    .split(',')
    .map((id) => id.trim().toLowerCase())
    .filter((id) => id !== '')
  if (ids.length > largestIdCount) errors.push({ path, code: 'TOO_MANY_IDS' })
  else if (!ids.every(isId)) errors.push({ path, code: 'NOT_AN_ID' })
  return ids
}
