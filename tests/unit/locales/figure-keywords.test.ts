import { expect, test } from 'vitest'
import { languageCodes } from '../../../domain/core/languages.ts'
import { readTexts } from '../../../scripts/lib/read-texts.mjs'

const rates = ['confirmationRate', 'deliveryRate', 'returnRate'] as const

test.each(languageCodes)('%s: the rates of the dashboard lead to it from the palette', (language) => {
  const { dashboard, keywords } = readTexts(language) as {
    dashboard: { figures: Record<string, string> }
    keywords: { go: { dashboard: string } }
  }
  const words = keywords.go.dashboard.split(', ')
  for (const rate of rates) expect(words).toContain(dashboard.figures[rate]?.toLowerCase())
})
