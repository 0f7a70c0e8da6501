import type { TFunction } from 'i18next'
import { describe, expect, it } from 'vitest'
import { browserCodes, type Code, codes } from '../../../domain/core/codes.ts'
import { languageCodes } from '../../../domain/core/languages.ts'
import { toFailure } from '../../../machines/failure.ts'
import { ApiProblem } from '../../../src/api/api-problem.ts'
import { errorWords } from '../../../src/ui/error-words.ts'
import { readTexts } from './texts.ts'

/** Shown at the field: the message states the expected value, no further advice is needed. */
const ofFields: readonly Code[] = [
  'REQUIRED',
  'NOT_TEXT',
  'NOT_A_NUMBER',
  'NOT_AN_INTEGER',
  'NOT_A_CHOICE',
  'NOT_A_FLAG',
  'NOT_A_LIST',
  'TOO_SHORT',
  'TOO_SMALL',
  'TOO_LARGE',
  'TOO_MANY_DECIMALS',
  'INVALID_EMAIL',
  'PASSWORD_TOO_SHORT',
  'ADMIN_PASSWORD_TOO_SHORT',
  'DELIVERY_GUY_REQUIRED',
  'DATE_REQUIRED',
]
/** Codes for headers that the console sets itself: only other programs get them. */
const ofPrograms: readonly Code[] = ['PRECONDITION_INVALID', 'IDEMPOTENCY_KEY_INVALID']

const reported = [...codes, ...browserCodes].filter(
  (code) => ![...ofFields, ...ofPrograms].some((one) => one === code),
)

describe.each(languageCodes)('every refusal that a person meets, in %s', (language) => {
  const texts = readTexts(language)

  it.each(reported)('%s: what happened, and what to do', (code) => {
    const text = texts.get(`errors:${code}`) ?? ''
    const parts = text.split(/[.;:!](?:\s|$)/).filter((part) => part.trim() !== '')
    expect(parts.length, text).toBeGreaterThan(1)
    expect(text).toMatch(/[.!»]$/)
  })

  it('too many tries: also when the next may pass, by the clock on the wall', () => {
    const t = ((key: string, values: Record<string, string> = {}) =>
      (texts.get(key) ?? '').replace(/{{(\w+)}}/g, (_, name) => values[name] ?? '')) as TFunction
    const problem = new ApiProblem({ code: 'TOO_MANY_ATTEMPTS', message: '', status: 429, retryAfter: 90 })
    const failure = toFailure(problem)
    expect(failure.retryAt).toBeGreaterThan(Date.now() + 80_000)
    expect(errorWords(t, { ...failure, retryAt: Date.parse('2026-11-22T13:04:05') })).toMatch(/ (13|1):04:05/)
    expect(
      toFailure(new ApiProblem({ code: 'OVERLOADED', message: '', retryAfter: 2 })).retryAt,
    ).toBeUndefined()
  })
})
