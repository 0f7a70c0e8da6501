import { readTexts } from '../../scripts/lib/read-texts.mjs'
import { labelKey } from '../../src/commands/run-command.ts'
import { registry } from '../support/console-registry.ts'
import { expect, full, test } from './support/shared-page.ts'

test('the help sheet lists every command that has a key, with its keys', async ({ page, app }) => {
  await app.openList('/orders/list')
  await app.press('?')
  const sheet = page.getByRole('dialog', { name: 'Toutes les touches' })
  await expect(sheet).toBeVisible()
  const bound = new Set(registry.bindings.map(({ command }) => command))
  const shown = await sheet.getByRole('term').allTextContents()
  expect(shown.toSorted()).toEqual([...bound].map(labelOf).toSorted())
  // Keys of this screen come first, global keys after them.
  const [here, elsewhere] = [
    sheet.getByRole('region', { name: 'Sur cet écran' }),
    sheet.getByRole('region', { name: 'Partout et sur les autres écrans' }),
  ]
  await expect(sheet.getByRole('heading', { level: 3 })).toHaveText([
    'Sur cet écran',
    'Partout et sur les autres écrans',
  ])
  await expect(here.getByRole('heading', { level: 4 }).first()).toHaveText('Commandes')
  await expect(here.getByRole('term').filter({ hasText: labelOf('order.triage') })).toHaveCount(1)
  await expect(here.getByRole('term').filter({ hasText: labelOf('go.orders') })).toHaveCount(0)
  // Separates alternatives, steps of a sequence, and keys of a chord.
  const keysOf = (id: string) =>
    elsewhere
      .getByRole('term')
      .filter({ hasText: labelOf(id) })
      .locator('xpath=following-sibling::dd')
      .textContent()
  expect(await keysOf('go.orders')).toMatch(/^G puis O/)
  expect(await keysOf('console.palette')).toBe('Ctrl+K')
  expect(await keysOf('console.help')).toMatch(/^\S+ ou \S+$/)
  const keys = await sheet.getByRole('definition').allTextContents()
  expect(keys.filter((text) => text.trim() === '')).toHaveLength(0)

  for (let stops = 0; stops < 5; stops++) {
    await app.press('Tab')
    // At both ends the focus passes a guard element, which returns it to the dialog asynchronously.
    await expect.poll(() => sheet.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
  }
  // Typed words narrow the sheet; shortcuts of the list behind it are blocked.
  const field = sheet.getByRole('textbox', { name: 'Trouver une touche par le nom de sa commande' })
  await field.focus()
  await app.type('produits aller')
  await expect(sheet.getByRole('term')).toHaveText(['Aller aux produits'])
  await field.fill('')
  await app.press('j', 'n')
  await expect(page).toHaveURL('/orders/list')
  await app.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(app.grid).toBeFocused()
  expect((await app.active())?.at).toBe(1)
})

test('a pause within a sequence lists what may follow', full, async ({ page, app }) => {
  await app.openList('/orders/list')
  await app.press('g')
  const hints = page.getByRole('region', { name: 'Suite de la combinaison' })
  await expect(hints).toContainText('Aller aux produits')
  await app.press('p')
  await app.listReady('Produits')
  await expect(page).toHaveURL('/products/list')
  await expect(hints).toBeHidden()
  for (const [key, path] of [
    ['s', '/shippings/list'],
    ['u', '/users/list'],
    ['o', '/orders/list'],
  ] as const) {
    await app.press('g', key)
    await expect(page).toHaveURL(path)
  }
})

const labelOf = (id: string): string => {
  const path = labelKey({ id }).replace('commands:', '').split('.')
  return String(
    path.reduce<unknown>((texts, name) => (texts as Record<string, unknown>)[name], readTexts('fr').commands),
  )
}
