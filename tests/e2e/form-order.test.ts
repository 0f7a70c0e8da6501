import type { Page } from '@playwright/test'
import { casesOf } from '../support/is-full.ts'
import { expect, full, test } from './support/test.ts'

/** Each form opened by `n`: list, title, first field, whether it has a country. */
const forms = [
  { resource: 'orders', title: 'Nouvelle commande', first: 'Produit', hasCountry: true },
  { resource: 'products', title: 'Nouveau produit', first: 'Vendeur', hasCountry: true },
  { resource: 'expeditions', title: 'Nouvelle expédition', first: 'Vendeur', hasCountry: true },
  { resource: 'requests', title: 'Nouvelle demande', first: 'Vendeur', hasCountry: true },
  { resource: 'affiliates', title: 'Nouvelle offre', first: 'Vendeur', hasCountry: true },
  { resource: 'packages', title: 'Nouvelle formule', first: 'Nom', hasCountry: false },
  { resource: 'users', title: 'Nouvel utilisateur', first: 'Nom', hasCountry: true },
] as const

// Forms are generated: one with a country, one without.
const tried = casesOf(forms, ({ resource }) => resource === 'orders' || resource === 'packages')

for (const { resource, title, first, hasCountry } of tried) {
  test(`a new one of ${resource} starts on ${first}, and Tab goes as seen`, full, async ({ page, app }) => {
    await app.openAs('admin', `/${resource}/list`)
    await expect(app.grid).toHaveAttribute('aria-busy', 'false')
    await expect(app.grid).toBeFocused()
    await app.press('n')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    const form = page.locator('form')
    await expect(form.getByLabel(first, { exact: false }).first()).toBeFocused()
    await expect(form.getByLabel('Pays')).toHaveCount(hasCountry ? 1 : 0)
    if (hasCountry) {
      await expect(form.getByLabel('Pays')).toHaveValue('ic')
      await expect(form.getByLabel('Pays')).not.toBeFocused()
    }

    const stops = await walkFields(page)
    const count = await form.locator(':is(input, select, textarea):not([hidden])').count()
    expect(stops.length, 'every field is reached by Tab').toBe(count)
    expect(stops.map(({ top, left }) => [top, left])).toEqual(
      stops.toSorted(readingOrder).map(({ top, left }) => [top, left]),
    )
    if (hasCountry) expect(stops.at(-1)?.isCountry).toBe(true)

    await test.step('the main button is in view on a phone, and above its keyboard', async () => {
      await page.setViewportSize({ width: 390, height: 700 })
      const save = form.getByRole('button', { name: 'Créer' })
      await page.locator('form input').first().focus()
      await expect(save).toBeInViewport({ ratio: 1 })
      // Simulates a browser whose on-screen keyboard overlays the page.
      await page.evaluate(() => {
        const view = window.visualViewport!
        Object.defineProperty(view, 'height', { value: window.innerHeight - 300 })
        view.dispatchEvent(new Event('resize'))
      })
      await expect.poll(async () => (await save.boundingBox())!.y).toBeLessThan(400 - 30)
    })
  })
}

type Stop = { top: number; left: number; isCountry: boolean }

/** Minimum distance of field rows; a checkbox is offset by less. */
const rowHeight = 32

const readingOrder = (a: Stop, b: Stop) =>
  Math.abs(a.top - b.top) < rowHeight ? a.left - b.left : a.top - b.top

/** Tab stops from the focused field to the last. */
const walkFields = async (page: Page): Promise<Stop[]> => {
  const stops: Stop[] = []
  for (let stop = await focusedField(page); stop !== null; stop = await focusedField(page)) {
    if (stop !== 'button') stops.push(stop)
    await page.keyboard.press('Tab')
  }
  return stops
}

/** Document coordinates of the focused field, since Tab scrolls. `button`: belongs to a field; null after the last. */
const focusedField = (page: Page) =>
  page.evaluate((): Stop | 'button' | null => {
    const field = document.activeElement
    if (field?.matches('form :not(footer) > button:not(footer button)')) return 'button'
    if (field === null || !field.matches('form :is(input, select, textarea)')) return null
    const form = field.closest('form')?.getBoundingClientRect()
    const { top, left } = field.getBoundingClientRect()
    const isCountry = (field as HTMLInputElement).labels?.[0]?.textContent?.startsWith('Pays') === true
    return { top: Math.round(top - (form?.top ?? 0)), left: Math.round(left), isCountry }
  })
