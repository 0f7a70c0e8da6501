import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** WCAG 2.2, levels A and AA. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Rules that depend on colours: all that differs between modes. */
const ofColours = ['color-contrast', 'link-in-text-block']

/** Landmarks named once, one main part and a heading of the page, which the tags leave out. */
const ofLandmarks = [
  'landmark-unique',
  'landmark-no-duplicate-main',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
]
const ofWholePages = ['landmark-one-main', 'page-has-heading-one']

/**
 * Part of a page (without `main`: the frame only) and rules to check. `forced`: all but contrast, which axe reads from colours
 * that the system does not show where it chooses them (`-webkit-text-fill-color`).
 */
export type Part = { within?: 'all' | 'frame'; rules?: 'all' | 'colours' | 'forced' }

/**
 * Waits until what fades or slides in has arrived: axe would read the contrast of a half shown text. What turns for ever (a
 * spinner) is not waited for.
 */
const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const moving = () =>
      document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
        )
    for (let running = moving(); running.length > 0; running = moving())
      await Promise.allSettled(running.map(({ finished }) => finished))
  })

/** Violations with the first elements of each, once nothing moves any more. */
export const violations = async (
  page: Page,
  { within = 'all', rules = 'all' }: Part = {},
): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(script)
  const runOnly: axe.RunOnly =
    rules === 'colours' ? { type: 'rule', values: ofColours } : { type: 'tag', values: tags }
  const added = rules === 'colours' ? [] : [...ofLandmarks, ...(within === 'all' ? ofWholePages : [])]
  const ruled: Record<string, { enabled: boolean }> = Object.fromEntries(
    added.map((rule) => [rule, { enabled: true }]),
  )
  if (rules === 'forced') ruled['color-contrast'] = { enabled: false }
  await settled(page)
  return page.evaluate(
    async ({ runOnly, ruled, within }) => {
      const context = within === 'frame' ? { exclude: [['main']] } : document
      const { axe: checker } = window as unknown as { axe: typeof axe }
      const found = await checker.run(context, {
        runOnly,
        rules: ruled,
        resultTypes: ['violations'],
      })
      return found.violations.map(
        ({ id, nodes }) =>
          `${id} (${nodes.length}): ${nodes
            .slice(0, 3)
            .map(({ html }) => html.slice(0, 160))
            .join(' | ')}`,
      )
    },
    { runOnly, ruled, within },
  )
}
