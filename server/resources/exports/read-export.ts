import { isLanguageCode, type LanguageCode } from '../../../domain/languages.ts'
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
  const { language = null, ...parameters } = { ...query, ...body } as Record<string, unknown>
  const errors = ['limit', 'skip']
    .filter((path) => Object.hasOwn(parameters, path))
    .map((path) => ({ path, code: 'UNKNOWN_PARAMETER' as const }))
  if (errors.length > 0) throw new Refused('VALIDATION_FAILED', { errors })
  if (language !== null && !isLanguageCode(language)) {
    throw new Refused('VALIDATION_FAILED', { errors: [{ path: 'language', code: 'NOT_A_CHOICE' }] })
  }
  return { query: accepted(parseListQuery(resources[resource].list, parameters)), language }
}
