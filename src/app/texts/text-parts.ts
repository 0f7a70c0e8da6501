/// <reference path="../../virtual-texts.d.ts" />
import type { LanguageCode } from '../../../domain/languages.ts'

type Texts = Record<LanguageCode, () => Promise<{ texts: Readonly<Record<string, unknown>> }>>

/** What the console's frame and its orders say. */
export const firstTexts: Texts = {
  fr: () => import('virtual:texts/fr/first'),
  en: () => import('virtual:texts/en/first'),
  de: () => import('virtual:texts/de/first'),
  it: () => import('virtual:texts/it/first'),
  es: () => import('virtual:texts/es/first'),
  ru: () => import('virtual:texts/ru/first'),
}

/** What everything says that comes later. */
export const restOfTexts: Texts = {
  fr: () => import('virtual:texts/fr/rest'),
  en: () => import('virtual:texts/en/rest'),
  de: () => import('virtual:texts/de/rest'),
  it: () => import('virtual:texts/it/rest'),
  es: () => import('virtual:texts/es/rest'),
  ru: () => import('virtual:texts/ru/rest'),
}
