import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Every rule that stands for a criterion of WCAG 2.2, levels A and AA. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What breaks a rule, each with the first elements that do; without `main`, only the frame around it is looked at. */
export const violations = async (page: Page, part: 'all' | 'frame' = 'all'): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(script)
  return page.evaluate(
    async ({ tags, part }) => {
      const context = part === 'frame' ? { exclude: [['main']] } : document
      const { axe: checker } = window as unknown as { axe: typeof axe }
      const found = await checker.run(context, {
        runOnly: { type: 'tag', values: tags },
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
    { tags, part },
  )
}
