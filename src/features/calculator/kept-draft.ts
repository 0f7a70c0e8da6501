import type { CountryCode } from '../../../domain/countries.ts'
import { type CalculatorDraft, draftFrom, emptyDraft, parametersOf } from './calculator-draft.ts'

const key = 'calculator'

/** The inputs that the screen opens with: the link's, else those that were left in this browser. */
export const openingDraft = (link: URLSearchParams, country: CountryCode): CalculatorDraft =>
  draftFrom(link, country) ??
  draftFrom(new URLSearchParams(localStorage.getItem(key) ?? ''), country) ??
  emptyDraft(country)

export const keepDraft = (draft: CalculatorDraft, country: CountryCode): void =>
  localStorage.setItem(key, new URLSearchParams(parametersOf(draft, country)).toString())
