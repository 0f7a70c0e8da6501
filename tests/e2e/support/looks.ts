import { expect, type Page } from '@playwright/test'
import { settingValues } from '../../../machines/settings/settings-table.ts'
import { settingsKey } from '../../../src/stores/settings-store.ts'
import { isFull } from '../../support/is-full.ts'

/** One way in which a screen may stand before somebody: the layout, the mode and the width of the window. */
export type Look = { layout: (typeof settingValues.layout)[number]; mode: 'light' | 'dark'; width: number }

/** Both sides of the breakpoint, a phone and a app. */
export const widths = [390, 1139, 1140, 1600] as const
export const modes = ['light', 'dark'] as const
export const { layout: layouts } = settingValues

/** Every mode at every width; the window is resized least often. */
export const looks: readonly Omit<Look, 'layout'>[] = widths.flatMap((width) =>
  modes.map((mode) => ({ mode, width })),
)

/** What content and frames are seen in: light on a phone and dark in a wide window; a full run takes every mode and width. */
export const contentLooks = isFull
  ? looks
  : looks.filter(({ width, mode }) => (mode === 'light' ? width === 390 : width === 1600))

/** How many screens one page opens one after the other; in a full run each screen has a page of its own. */
export const screensOfPage = isFull ? 1 : 9

/** `items` in lists of `screensOfPage`. */
export const pagesOf = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / screensOfPage) }, (_, at) =>
    items.slice(at * screensOfPage, (at + 1) * screensOfPage),
  )

/** Few rows: what holds for ten holds for thirty, and is checked three times as fast. */
const height = 640

/** What of a page is seen of it in one look: its heading, and what is wider than the window that it stands in. */
export type Seen = { heading: string | null; wide: string[] }

/**
 * Shows the page that is open in each of these layouts, one after the other, as another tab that chose them would, and
 * stays in the last one. Answers what was seen in each.
 */
export const walkLayouts = async (
  page: Page,
  { mode, width, layouts }: Omit<Look, 'layout'> & { layouts: readonly Look['layout'][] },
): Promise<Seen[]> => {
  if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height })
  return page.evaluate(
    async ({ key, kept }) => {
      const seen: Seen[] = []
      for (const settings of kept) {
        localStorage.setItem(key, settings)
        window.dispatchEvent(new StorageEvent('storage', { key, newValue: settings }))
        // Two frames: one renders what has changed, the next one measures and renders again.
        for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
        const wide: string[] = []
        // The document, or whatever holds the content.
        const content = document.querySelector('main') ?? document.body
        for (let part: Element | null = content; part !== null; part = part.parentElement) {
          if (part.scrollWidth > part.clientWidth) wide.push(`${part.tagName} ${part.className}`)
        }
        seen.push({ heading: document.querySelector('h1')?.textContent ?? null, wide })
      }
      return seen
    },
    { key: settingsKey, kept: layouts.map((layout) => JSON.stringify({ layout, mode })) },
  )
}

/** Waits until no part of the page says that it is still being filled; asks often, since every screen is waited for. */
export const untilFilled = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => document.querySelectorAll('[aria-busy="true"]').length), {
      intervals: [50, 50, 100],
    })
    .toBe(0)

/** Goes to another path in the page that is open, as a link does: what the console decides there needs no new load. */
export const goWithin = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)
