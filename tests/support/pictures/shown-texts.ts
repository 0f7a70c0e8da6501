import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { readTexts } from '../../../scripts/lib/read-texts.mjs'

/**
 * What a screen shows whatever its records are: the fixed texts of the console that are visible on it (headings, columns, buttons,
 * menu items, labels), sorted. Texts of rows, options, list items and statuses, which follow the records, are left out.
 */
export const shownTexts = async (page: Page): Promise<string[]> => {
  const seen = await page.evaluate((ofRecords) => {
    const texts: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node as Element
      if (!element.checkVisibility({ visibilityProperty: true }) || element.closest(ofRecords) !== null)
        continue
      texts.push(element.getAttribute('aria-label') ?? '', element.getAttribute('placeholder') ?? '')
      for (const child of element.childNodes)
        if (child.nodeType === Node.TEXT_NODE) texts.push(child.textContent ?? '')
    }
    return texts.map((text) => text.trim())
  }, following)
  const fixed = new Set(textsIn(readTexts('en')))
  return [...new Set(seen.filter((text) => fixed.has(text)))].toSorted()
}

/** Keys in capitals are statuses and the like. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value.trim()]
    : Object.entries(value as object).flatMap(([key, inner]) => (/^[A-Z_]+$/.test(key) ? [] : textsIn(inner)))

/** Parts whose texts follow the records, or come and go. */
const following =
  '[role=gridcell], [role=option], [role=listitem], main li, td, [role=status], [aria-live], [aria-label=Preview] *'

/** What `npm run pictures` stored of each picture: the SHA-256 of its file and the fixed texts that it shows. */
export const shown: Record<string, { picture: string; shows: string[] }> = JSON.parse(
  readFileSync(new URL('../../../docs/pictures/shown.json', import.meta.url), 'utf8'),
)
