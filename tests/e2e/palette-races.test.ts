import type { Page, Route } from '@playwright/test'
import { goWithin } from './support/looks.ts'
import { newOrder, uniqueWord } from './support/records.ts'
import { holdRequests } from './support/stand-between.ts'
import { expect, full, test } from './support/test.ts'

test.beforeEach(({ app }) => app.openList('/orders/list'))

test('Ctrl+K # and a number opens that record, however fast', full, async ({ page, app, api }) => {
  const order = await newOrder(api, { customerName: `Hâte ${uniqueWord()}` })
  await app.press('Control+k', '#', ...String(order.number), 'Enter')
  await expect(page).toHaveURL(`/orders/view/${order.id}`)
})

test('text typed before the palette has loaded appears in it, and Enter on a number still runs', {
  tag: '@full',
}, async ({ page, app, api }) => {
  const order = await newOrder(api, { customerName: `Tôt ${uniqueWord()}` })
  const release = await holdRequests(page, /assets\/workspace-palette-/)
  await page.reload()
  await app.listReady('Commandes')
  await app.press('Control+k', 'Escape')
  await app.ask(`#${order.number}x`)
  await app.press('Backspace', 'Enter')
  await expect(app.palette).toHaveCount(0)
  release()
  await expect(page).toHaveURL(`/orders/view/${order.id}`)
})

test('a screen that renders late takes no focus from the palette, and has it once the palette is closed', {
  tag: '@full',
}, async ({ page, app }) => {
  const release = await holdRequests(page, /assets\/form-screens-/)
  await page.reload()
  await app.listReady('Commandes')
  await goWithin(page, '/users/add')
  await app.press('Control+k')
  await expect(app.palette).toBeVisible()
  await app.type('mar')
  // The previous screen stays visible meanwhile.
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toHaveText('Commandes')
  release()
  await expect(page.getByRole('heading', { name: 'Nouvel utilisateur', includeHidden: true })).toBeVisible()
  await app.type('ie')
  await expect(app.palette.getByRole('combobox')).toHaveValue('marie')
  await app.press('Escape')
  await expect(app.palette).toBeHidden()
  await expect(page.getByRole('textbox', { name: 'Nom' })).toBeFocused()
})

test('Enter waits for the answer to the very number that was typed, and any other key calls it off', {
  tag: '@full',
}, async ({ page, app, api }) => {
  // A list of orders would read the new one, which the palette then knows without asking.
  await app.openList('/products/list')
  const order = await newOrder(api, { customerName: `Attente ${uniqueWord()}` })
  const answers = await holdSearch(page)
  await app.ask(`#${order.number}`)
  await app.press('Enter')
  await expect(app.palette).toContainText(`Ouverture du n° ${order.number}`)
  await app.press('ArrowDown')
  await expect(app.palette).not.toContainText('Ouverture du')
  await answers.release()
  await expect(app.highlighted).toContainText(order.customerName)
  await expect(page).toHaveURL('/products/list')
  await app.press('Enter')
  await expect(page).toHaveURL(`/orders/view/${order.id}`)
})

test('a late answer moves neither highlight nor Enter', full, async ({ page, app, api }) => {
  const word = uniqueWord()
  await newOrder(api, { customerName: `Confirmation ${word}` })
  const answers = await holdSearch(page)
  await app.ask('confirmer')
  await expect(app.highlighted).toHaveText(/^Confirmer/)
  const before = await app.highlighted.boundingBox()
  await answers.release()
  await expect(app.palette.getByRole('option').nth(2)).toBeVisible()
  await expect(app.highlighted).toHaveText(/^Confirmer/)
  expect((await app.highlighted.boundingBox())?.y).toBe(before?.y)
  await app.press('Escape')

  // The first word's answer arrives after the second's.
  const slow = await holdSearch(page)
  await app.ask('confirmation')
  await expect.poll(slow.waitingCount).toBeGreaterThan(0)
  await app.fill(word)
  await slow.release()
  await expect(app.highlighted).toContainText(`Confirmation ${word}`)
  await expect(app.palette.getByRole('option', { name: /^Confirmer/ })).toHaveCount(0)
})

test('Tab opens what can be done with a record, and Backspace goes back to the list as it was', {
  tag: '@full',
}, async ({ page, app, api }) => {
  const word = uniqueWord()
  await newOrder(api, { customerName: `Premier ${word}` })
  await newOrder(api, { customerName: `Second ${word}` })
  const field = app.palette.getByRole('combobox')
  await app.ask(word)
  // The customer and both orders.
  await expect(app.palette.getByRole('option', { name: word })).toHaveCount(3)
  await app.press('ArrowDown')
  const chosen = await app.highlighted.getAttribute('aria-posinset')
  const isFirst = (await app.highlighted.textContent())?.startsWith('Premier') ?? false
  const name = `${isFirst ? 'Premier' : 'Second'} ${word}`
  await app.press('Tab')
  await expect(field).toHaveAttribute('placeholder', `Que faire avec ${name} ?`)
  await expect(app.highlighted).toHaveText(/Confirmer|Modifier/)
  for (const back of ['Backspace', 'Shift+Tab', 'Escape']) {
    await app.press(back)
    await expect(field).toHaveValue(word)
    await expect(app.highlighted).toContainText(name)
    await expect(app.highlighted).toHaveAttribute('aria-posinset', chosen ?? '')
    await app.press('Tab')
    await expect(field).toHaveAttribute('placeholder', `Que faire avec ${name} ?`)
  }
  await app.press('Escape', 'Escape')
  await expect(app.palette).toBeHidden()

  // A row of an argument page, too.
  await app.press('g', 'd')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ma tournée')
  await app.ask('confirmer')
  await expect(app.highlighted).toContainText('Commandes')
  await app.press('Enter')
  await app.type(word)
  await expect(app.palette.getByRole('option', { name: word })).toHaveCount(2)
  // Rows of a pending search do not accept Tab.
  await expect(async () => {
    await app.press('Tab')
    await expect(app.highlighted).toHaveText(/Confirmer|Modifier/, { timeout: 2_000 })
  }).toPass()
  await app.press('Backspace')
  await expect(field).toHaveValue(word)
})

test('an input method keeps its keys: neither digits nor Enter nor Escape of a composition do anything', {
  tag: '@full',
}, async ({ page, app, api }) => {
  const customerName = `Compose ${uniqueWord()}`
  const order = await newOrder(api, { customerName })
  await app.filter(customerName)
  await expect.poll(async () => (await app.active())?.cells[1]).toBe(String(order.number))
  const keyboard = await page.context().newCDPSession(page)
  const compose = (text: string) =>
    keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  const processed = (key: string, code: string) =>
    keyboard.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, code, windowsVirtualKeyCode: 229 })

  await app.press('s')
  await expect(app.highlighted).toHaveText(/^Confirmée/)
  await compose('か')
  await processed('1', 'Digit1')
  await processed('Enter', 'Enter')
  await processed('Escape', 'Escape')
  await expect(app.palette.getByRole('combobox')).toHaveValue('か')
  expect(await api.one('orders', order.id)).toMatchObject({ status: 'PENDING', version: 1 })
  // Composed text is read when it is committed.
  await compose('')
  await keyboard.send('Input.insertText', { text: 'annul' })
  await expect(app.highlighted).toHaveText(/^Annulée/)
})

/** Delays all search responses until released, newest request first. */
async function holdSearch(page: Page) {
  const waiting: Route[] = []
  await page.route('**/search?**', (route) => void waiting.push(route))
  return {
    waitingCount: () => waiting.length,
    release: async () => {
      await expect.poll(() => waiting.length).toBeGreaterThan(0)
      await page.unroute('**/search?**')
      // Aborted requests cannot be continued.
      for (const route of waiting.toReversed()) await route.continue().catch(() => undefined)
    },
  }
}
