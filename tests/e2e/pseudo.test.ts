import type { Page } from '@playwright/test'
import { publicRoutes, type Route, routes } from '../../domain/access/routes.ts'
import { languages } from '../../domain/core/languages.ts'
import { isFull } from '../support/is-full.ts'
import { collectData, speakPseudo, wordsOf } from './support/pseudo.ts'
import { expect, full, test } from './support/test.ts'

/** Runs in the page: clipped texts, and every text that is shown or announced. */
const findFaults = (): { isBusy: boolean; clipped: string[]; texts: string[] } => {
  const clipped = new Set<string>()
  const texts = new Set<string>()
  const attributes = ['aria-label', 'aria-description', 'title', 'placeholder', 'alt']

  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    if (element.closest('script,style,svg') || !element.checkVisibility({ visibilityProperty: true }))
      continue
    for (const name of attributes) {
      const text = element.getAttribute(name)
      if (text) texts.add(text)
    }
    for (const node of element.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE || !node.textContent?.trim()) continue
      texts.add(node.textContent)
      const cutter = cutterOf(node)
      if (cutter) clipped.add(`${node.textContent.trim()} — in ${nameOf(cutter)}`)
    }
  }
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) clipped.add(`the page scrolls sideways: ${scrollWidth} > ${clientWidth}`)
  texts.add(document.title)
  const isBusy = document.querySelector('[aria-busy="true"]') !== null
  return { isBusy, clipped: [...clipped], texts: [...texts] }

  /** The element that clips a text that cannot be scrolled to or read elsewhere. */
  function cutterOf(node: Node): Element | null {
    const range = document.createRange()
    range.selectNodeContents(node)
    const text = range.getBoundingClientRect()
    if (text.width < 2 || text.height < 2) return null
    for (let box = node.parentElement; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box)
      // For screen readers only.
      if (style.clipPath !== 'none' || style.clip !== 'auto') return null
      if (style.opacity === '0') return null
      const edge = box.getBoundingClientRect()
      // Hints that do not fit are hidden completely.
      if (hides(style.overflowY) && text.top >= edge.bottom - 1) return null
      const cutsX = hides(style.overflowX) && (text.right > edge.right + 1 || text.left < edge.left - 1)
      const cutsY = hides(style.overflowY) && (text.bottom > edge.bottom + 2 || text.top < edge.top - 2)
      if (cutsX || cutsY) return isSaidElsewhere(node, box) ? null : box
      if (scrolls(style.overflowX) || scrolls(style.overflowY)) return null
      const isControl = box.matches('button,a,[role=button],[role=tab],[role=columnheader],[role=gridcell]')
      if (isControl && (text.right > edge.right + 1 || text.left < edge.left - 1)) return box
      if (style.position === 'fixed') return null
    }
    return null
  }

  function hides(overflow: string): boolean {
    return overflow === 'hidden' || overflow === 'clip'
  }

  function scrolls(overflow: string): boolean {
    return overflow === 'auto' || overflow === 'scroll'
  }

  function isSaidElsewhere(node: Node, box: Element): boolean {
    const text = node.textContent?.trim() ?? ''
    for (let at: Element | null = node.parentElement; at; at = at.parentElement) {
      const said = `${at.getAttribute('title') ?? ''} ${at.getAttribute('aria-label') ?? ''}`
      if (said.includes(text)) return true
    }
    return box.querySelector(`[title="${CSS.escape(text)}"]`) !== null
  }

  function nameOf(element: Element): string {
    const role = element.getAttribute('role') ?? element.tagName.toLowerCase()
    return `${role}.${element.className}`.slice(0, 90)
  }
}

/** Latin words that are right in any language: our name, currencies, examples, languages named in themselves. */
const anywhere = [
  'Waybill',
  ...['CFA', 'XOF', 'TND', 'LYD'],
  ...wordsOf('abidjan, Awa Koné, Cocody Angré'),
  // The test browser's name in the list of sessions.
  ...['Chrome', 'Linux'],
  ...Object.values(languages).flatMap(({ name }) => wordsOf(name)),
]

const screens = (Object.keys(routes) as Route[]).filter((route) => !route.includes(':'))

test.describe.configure({ timeout: 180_000 })
// Responses of a service worker bypass `page.route`, which replaces the texts.
test.use({ serviceWorkers: 'block' })

/** Every screen at both widths in a full run; otherwise an eighth of them at one width, another eighth at the other. */
const isRead = (screenAt: number, widthAt: number) => isFull || screenAt % 8 === widthAt * 4

for (const [widthAt, width] of [1140, 390].entries()) {
  test.describe(`texts 40 % longer at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } })

    test('are not clipped on any screen, and all are translated', full, async ({ page, app }) => {
      const isClean = await readPseudo(page)
      await app.openAs('admin', '/profile')
      for (const screen of screens.filter((_, at) => isRead(at, widthAt))) {
        await page.goto(screen)
        await expect.soft(page.getByRole('heading').first(), screen).toBeVisible()
        await isClean(screen)
      }
    })

    test('are not clipped in palette, settings, help, menu and dialog', full, async ({ page, app }) => {
      const isClean = await readPseudo(page)
      await app.openAs('admin', '/orders/list')
      await expect(page.getByRole('grid')).toBeFocused()
      for (const keys of ['Control+k', 'Control+,', '?', 's']) {
        await app.press(keys)
        await isClean(`after ${keys}`)
        await app.press('Escape')
      }
    })

    test('fit for users who have not signed in', full, async ({ page }) => {
      const isClean = await readPseudo(page)
      const withoutToken = Object.values(publicRoutes).filter((route) => !route.includes(':'))
      for (const screen of withoutToken.filter((_, at) => isRead(at, widthAt))) {
        await page.goto(screen)
        await expect.soft(page.getByRole('heading').first(), screen).toBeVisible()
        await isClean(screen)
      }
    })
  })
}

/** Switches to the pseudo language; returns a function that waits for a screen and checks its texts. */
async function readPseudo(page: Page) {
  await speakPseudo(page)
  const data = collectData(page)
  for (const word of anywhere) data.add(word)
  return async (screen: string) => {
    const faults = async () => {
      const { isBusy, clipped, texts } = await page.evaluate(findFaults)
      const foreign = texts.filter((text) => wordsOf(text).some((word) => !data.has(word)))
      return { isBusy, clipped, foreign }
    }
    await expect.soft
      .poll(faults, { message: screen, timeout: 5_000 })
      .toEqual({ isBusy: false, clipped: [], foreign: [] })
  }
}
