import type { Page, Route } from '@playwright/test'
import { goWithin } from './support/looks.ts'
import { newOrder, uniqueWord } from './support/records.ts'
import { expect, test } from './support/test.ts'

test.beforeEach(async ({ openAs, desk }) => {
  await openAs('admin', '/orders/list')
  await desk.listReady('Commandes')
})

test('Ctrl+K # and a number opens that record, typed faster than anything can answer', async ({
  page,
  desk,
  api,
}) => {
  const order = await newOrder(api, { customerName: `Hâte ${uniqueWord()}` })
  await desk.press('Control+k', '#', ...String(order.number), 'Enter')
  await expect(page).toHaveURL(`/orders/view/${order.id}`)
})

test('text typed before the palette has loaded appears in it, and Enter on a number still runs', async ({
  page,
  desk,
  api,
}) => {
  const order = await newOrder(api, { customerName: `Tôt ${uniqueWord()}` })
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/assets\/workspace-palette-/, async (route) => {
    await isReleased
    await route.continue()
  })
  await page.reload()
  await desk.listReady('Commandes')
  await desk.press('Control+k', 'Escape')
  await desk.press('Control+k')
  await desk.type(`#${order.number}x`)
  await desk.press('Backspace', 'Enter')
  await expect(desk.palette).toHaveCount(0)
  release()
  await expect(page).toHaveURL(`/orders/view/${order.id}`)
})

test('a screen that renders late takes no focus from the palette, and has it once the palette is closed', async ({
  page,
  desk,
}) => {
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/assets\/form-screens-/, async (route) => {
    await isReleased
    await route.continue()
  })
  await page.reload()
  await desk.listReady('Commandes')
  await goWithin(page, '/users/add')
  await desk.press('Control+k')
  await expect(desk.palette).toBeVisible()
  await desk.type('mar')
  // The screen before it stays meanwhile.
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toHaveText('Commandes')
  release()
  await expect(page.getByRole('heading', { name: 'Nouvel utilisateur', includeHidden: true })).toBeVisible()
  await desk.type('ie')
  await expect(desk.palette.getByRole('combobox')).toHaveValue('marie')
  await desk.press('Escape')
  await expect(desk.palette).toBeHidden()
  await expect(page.getByRole('textbox', { name: 'Nom' })).toBeFocused()
})

test('Enter waits for the answer to the very number that was typed, and any other key calls it off', async ({
  page,
  desk,
  api,
}) => {
  const order = await newOrder(api, { customerName: `Attente ${uniqueWord()}` })
  const answers = await holdSearch(page)
  await desk.press('Control+k')
  await desk.type(`#${order.number}`)
  await desk.press('Enter')
  await expect(desk.palette).toContainText(`Ouverture du n° ${order.number}`)
  await desk.press('ArrowDown')
  await expect(desk.palette).not.toContainText('Ouverture du')
  await answers.letGo()
  await expect(desk.highlighted).toContainText(order.customerName)
  await expect(page).toHaveURL('/orders/list')
  await desk.press('Enter')
  await expect(page).toHaveURL(`/orders/view/${order.id}`)
})

test('a late answer moves neither the highlight nor Enter, and a stale one never shows', async ({
  page,
  desk,
  api,
}) => {
  const word = uniqueWord()
  await newOrder(api, { customerName: `Confirmation ${word}` })
  const answers = await holdSearch(page)
  await desk.press('Control+k')
  await desk.type('confirmer')
  await expect(desk.highlighted).toHaveText(/^Confirmer/)
  const before = await desk.highlighted.boundingBox()
  await answers.letGo()
  await expect(desk.palette.getByRole('option').nth(2)).toBeVisible()
  await expect(desk.highlighted).toHaveText(/^Confirmer/)
  expect((await desk.highlighted.boundingBox())?.y).toBe(before?.y)
  await desk.press('Escape')

  // The answer to the first word arrives after that to the second.
  const slow = await holdSearch(page)
  await desk.press('Control+k')
  await desk.type('confirmation')
  await expect.poll(slow.held).toBeGreaterThan(0)
  await desk.fill(word)
  await slow.letGo()
  await expect(desk.highlighted).toContainText(`Confirmation ${word}`)
  await expect(desk.palette.getByRole('option', { name: /^Confirmer/ })).toHaveCount(0)
})

test('Tab opens what can be done with a record, and Backspace goes back to the list as it was', async ({
  page,
  desk,
  api,
}) => {
  const word = uniqueWord()
  await newOrder(api, { customerName: `Premier ${word}` })
  await newOrder(api, { customerName: `Second ${word}` })
  const field = desk.palette.getByRole('combobox')
  await desk.press('Control+k')
  await desk.type(word)
  // The customer, and both of their orders.
  await expect(desk.palette.getByRole('option', { name: word })).toHaveCount(3)
  await desk.press('ArrowDown')
  const chosen = await desk.highlighted.getAttribute('aria-posinset')
  const isFirst = (await desk.highlighted.textContent())?.startsWith('Premier') ?? false
  const name = `${isFirst ? 'Premier' : 'Second'} ${word}`
  await desk.press('Tab')
  await expect(field).toHaveAttribute('placeholder', `Que faire avec ${name} ?`)
  await expect(desk.highlighted).toHaveText(/Confirmer|Modifier/)
  for (const back of ['Backspace', 'Shift+Tab', 'Escape']) {
    await desk.press(back)
    await expect(field).toHaveValue(word)
    await expect(desk.highlighted).toContainText(name)
    await expect(desk.highlighted).toHaveAttribute('aria-posinset', chosen ?? '')
    await desk.press('Tab')
    await expect(field).toHaveAttribute('placeholder', `Que faire avec ${name} ?`)
  }
  await desk.press('Escape', 'Escape')
  await expect(desk.palette).toBeHidden()

  // A row of a page that asks which record is one, too.
  await desk.press('g', 'd')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ma tournée')
  await desk.press('Control+k')
  await desk.type('confirmer')
  await expect(desk.highlighted).toContainText('Commandes')
  await desk.press('Enter')
  await desk.type(word)
  await expect(desk.palette.getByRole('option', { name: word })).toHaveCount(2)
  // Rows of an answer that is still awaited take no Tab.
  await expect(async () => {
    await desk.press('Tab')
    await expect(desk.highlighted).toHaveText(/Confirmer|Modifier/, { timeout: 2_000 })
  }).toPass()
  await desk.press('Backspace')
  await expect(field).toHaveValue(word)
})

test('an input method keeps its keys: neither digits nor Enter nor Escape of a composition do anything', async ({
  page,
  desk,
  api,
}) => {
  const customerName = `Compose ${uniqueWord()}`
  const order = await newOrder(api, { customerName })
  await desk.press('f')
  await desk.type(customerName)
  await desk.press('Enter')
  await expect.poll(async () => (await desk.active())?.cells[1]).toBe(String(order.number))
  const keyboard = await page.context().newCDPSession(page)
  const compose = (text: string) =>
    keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  const processed = (key: string, code: string) =>
    keyboard.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, code, windowsVirtualKeyCode: 229 })

  await desk.press('s')
  await expect(desk.highlighted).toHaveText(/^Confirmée/)
  await compose('か')
  await processed('1', 'Digit1')
  await processed('Enter', 'Enter')
  await processed('Escape', 'Escape')
  await expect(desk.palette.getByRole('combobox')).toHaveValue('か')
  expect(await api.one('orders', order.id)).toMatchObject({ status: 'PENDING', version: 1 })
  // What was composed is read once it is there.
  await compose('')
  await keyboard.send('Input.insertText', { text: 'annul' })
  await expect(desk.highlighted).toHaveText(/^Annulée/)
})

/** Holds every answer to a search back until told; those of older questions come after those of newer ones. */
async function holdSearch(page: Page) {
  const waiting: Route[] = []
  await page.route('**/search?**', (route) => void waiting.push(route))
  return {
    held: () => waiting.length,
    letGo: async () => {
      await expect.poll(() => waiting.length).toBeGreaterThan(0)
      await page.unroute('**/search?**')
      // A question that was given up has nobody left to answer.
      for (const route of waiting.toReversed()) await route.continue().catch(() => undefined)
    },
  }
}
