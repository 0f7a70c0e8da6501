import { expect, type Locator, type Page } from '@playwright/test'
import { settingValues } from '../../../machines/settings/settings-machine.ts'
import { settingsKey } from '../../../src/stores/settings-store.ts'
import { isFull } from '../../support/is-full.ts'

/** One appearance of a screen: layout, colour mode and window width. */
export type Look = { layout: (typeof settingValues.layout)[number]; mode: 'light' | 'dark'; width: number }

/** A phone, both sides of the breakpoint, a wide window. */
export const widths = [390, 1139, 1140, 1600] as const
export const modes = ['light', 'dark'] as const
export const { layout: layouts } = settingValues

/** All modes at all widths, with fewest resizes. */
export const looks: readonly Omit<Look, 'layout'>[] = widths.flatMap((width) =>
  modes.map((mode) => ({ mode, width })),
)

/** Appearances in which content is checked: light on a phone and dark in a wide window; all of them in a full run. */
export const contentLooks = isFull
  ? looks
  : looks.filter(({ width, mode }) => (mode === 'light' ? width === 390 : width === 1600))

/** Screens sharing a page; in a full run each has its own. */
export const screensOfPage = isFull ? 1 : 9

/** `items` in lists of `screensOfPage`. */
export const pagesOf = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / screensOfPage) }, (_, at) =>
    items.slice(at * screensOfPage, (at + 1) * screensOfPage),
  )

/** Shows few rows, which is three times as fast to check. */
const height = 640

/** Result of one appearance: the page's heading, and elements wider than their container. */
export type Seen = { heading: string | null; wide: string[] }

/**
 * Switches the open page through these layouts, as another tab that changes the setting would, and
 * stays in the last one. Returns the result of each.
 */
export const walkLayouts = async (
  page: Page,
  { mode, width, layouts }: Omit<Look, 'layout'> & { layouts: readonly Look['layout'][] },
): Promise<Seen[]> => {
  if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height })
  return page.evaluate(
    async ({ key, stored }) => {
      const seen: Seen[] = []
      for (const settings of stored) {
        localStorage.setItem(key, settings)
        window.dispatchEvent(new StorageEvent('storage', { key, newValue: settings }))
        // Two frames: one renders what has changed, the next one measures and renders again.
        for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
        const wide: string[] = []
        // The content and all of its ancestors.
        const content = document.querySelector('main') ?? document.body
        for (let part: Element | null = content; part !== null; part = part.parentElement) {
          if (part.scrollWidth > part.clientWidth) wide.push(`${part.tagName} ${part.className}`)
        }
        seen.push({ heading: document.querySelector('h1')?.textContent ?? null, wide })
      }
      return seen
    },
    { key: settingsKey, stored: layouts.map((layout) => JSON.stringify({ layout, mode })) },
  )
}

/** Waits until nothing on the page is `aria-busy`; polls often, since every screen is waited for. */
export const untilFilled = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => document.querySelectorAll('[aria-busy="true"]').length), {
      intervals: [50, 50, 100],
    })
    .toBe(0)

/** Navigates within the open page as a link does, without a reload. */
export const goWithin = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)

/** Overlapping area in square pixels. */
export const overlap = async (one: Locator, other: Locator): Promise<number> => {
  const [a, b] = [(await one.boundingBox())!, (await other.boundingBox())!]
  const span = (from: number, length: number, otherFrom: number, otherLength: number) =>
    Math.max(0, Math.min(from + length, otherFrom + otherLength) - Math.max(from, otherFrom))
  return span(a.x, a.width, b.x, b.width) * span(a.y, a.height, b.y, b.height)
}
