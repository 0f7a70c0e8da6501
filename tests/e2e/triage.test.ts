import type { Page } from '@playwright/test'
import { languageCodes } from '../../domain/core/languages.ts'
import type { OrderStatus } from '../../domain/fulfillment/order-status.ts'
import type { Order } from '../../domain/orders/order.ts'
import type { Product } from '../../domain/products/product.ts'
import { casesOf } from '../support/is-full.ts'
import { type Api, openApi } from './support/api.ts'
import { createAppPage } from './support/app-page.ts'
import { overlap } from './support/looks.ts'
import { newAdmin, newOrder, newProduct } from './support/records.ts'
import { holdRequests } from './support/stand-between.ts'
import { expect, full, test } from './support/test.ts'

test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] })

test('ten orders take ten keys, the next shown before the last is answered', async ({ page, app, api }) => {
  const { product, orders } = await waiting(api, 10)
  await app.openList(`/orders/list?q=product:${product.id}`)
  await app.press('t')
  const keys = ['o', 'n', 'o', 'o', 'n', 'o', 'o', 'o', 'n', 'o']
  await expect(sheet(page, orders[0]!)).toBeVisible()
  await expect(page.locator('main :focus')).toHaveCount(1)
  await expect(page.getByRole('status').filter({ hasText: `Commande n° ${orders[0]!.number}` })).toHaveCount(
    1,
  )
  // From here on only claims are answered: a screen that waited for the response to an outcome would hang.
  const letThrough = await holdRequests(page, '**/api/orders/status')
  for (const [at, key] of keys.entries()) {
    await expect(sheet(page, orders[at]!)).toBeVisible()
    await app.press(key)
  }
  await expect(page.getByRole('heading', { name: 'Plus personne à appeler' })).toBeVisible()
  letThrough()
  const wanted = keys.map((key): OrderStatus => (key === 'o' ? 'CONFIRMED' : 'NOT_REACHABLE'))
  await expect.poll(() => statusesOf(api, orders)).toEqual(wanted)
  expect((await api.one('orders', orders[1]!.id)).attempts).toBe(1)
  await expect(
    page.getByRole('complementary', { name: 'Séance' }).getByRole('definition').first(),
  ).toHaveText('10')

  await test.step('orders that were not reached are shown again on request', async () => {
    await app.press('Enter')
    await expect(sheet(page, orders[1]!)).toContainText('1 appel sans réponse')
  })
})

test('u brings the last order back; a reason and a time take a digit', full, async ({ page, app, api }) => {
  const { product, orders } = await waiting(api, 4)
  const [first, second, third, fourth] = orders as [Order, Order, Order, Order]
  // A new user, so that other tests do not count towards the day's total.
  const { email } = await newAdmin(api)
  await app.openAs(email, `/orders/triage?q=product:${product.id}`)
  await expect(sheet(page, first)).toBeVisible()
  await app.press('o')
  await expect.poll(() => statusesOf(api, [first])).toEqual(['CONFIRMED'])
  await app.press('u')
  await expect(sheet(page, first)).toBeVisible()
  await expect.poll(() => statusesOf(api, [first])).toEqual(['PENDING'])
  await expect(page.getByRole('button', { name: 'Confirmer' })).not.toHaveAttribute('aria-disabled')

  await app.press('x', '2')
  await expect(sheet(page, second)).toBeVisible()
  await expect.poll(async () => (await api.one('orders', first.id)).status).toBe('CANCELLED')
  expect((await api.one('orders', first.id)).comment).toBe('Trop cher')

  await app.press('r')
  await expect(page.getByRole('dialog', { name: 'Quand rappeler ?' })).toBeVisible()
  await app.press('Alt+b')
  await expect(sheet(page, third)).toBeVisible()
  await expect.poll(async () => minutesUntil((await api.one('orders', second.id)).callbackAt)).toBe(60)

  await app.press('r', 'ArrowDown', 'ArrowUp')
  await app.enter('+45')
  await expect(sheet(page, fourth)).toBeVisible()
  await expect.poll(async () => minutesUntil((await api.one('orders', third.id)).callbackAt)).toBe(45)

  await app.press('j')
  await expect(page.getByText('2 clients attendent leur rappel')).toBeVisible()
  await app.press('u')
  await expect(sheet(page, fourth)).toBeVisible()

  await test.step('an order that is corrected meanwhile is shown again', async () => {
    await expect.poll(() => statusesOf(api, [fourth])).toEqual(['PENDING'])
    await app.press('e')
    await expect(
      page.getByRole('heading', { name: `Modifier la commande n° ${fourth.number}` }),
    ).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Adresse' })).toBeFocused()
    await app.press('Escape')
    await expect(sheet(page, fourth)).toBeVisible()
  })

  await test.step('today’s count has neither an undone outcome nor its undo after coming back', async () => {
    const today = page.getByRole('complementary', { name: 'Séance' }).getByRole('definition').nth(1)
    await expect(today).toHaveText('3')
  })

  await test.step('a comment is written during the call, and the palette decides it too', async () => {
    const box = page.getByRole('textbox', { name: 'Commentaire' })
    await app.press('c')
    await expect(box).toBeFocused()
    expect(await overlap(box, sheet(page, fourth))).toBe(0)
    await app.type('Abandonné')
    await app.press('Escape')
    await expect(box).toBeHidden()
    await app.press('c')
    await expect(box).toHaveValue('')
    await app.type('Portail bleu')
    // Pressing a button must not submit a half-written comment.
    await page.getByRole('button', { name: 'Confirmer' }).click()
    const question = page.getByRole('alertdialog', { name: 'Enregistrer aussi ce commentaire ?' })
    await expect(question).toContainText('Portail bleu')
    await app.press('Escape')
    await expect(question).toBeHidden()
    await expect(sheet(page, fourth)).toBeVisible()
    await expect(box).toHaveValue('Portail bleu')
    expect(await statusesOf(api, [fourth])).toEqual(['PENDING'])
    await box.focus()
    await app.press('Enter')
    await expect(box).toBeHidden()
    await expect(sheet(page, fourth)).toContainText('Portail bleu')
    await app.ask('confirmer')
    await expect(app.highlighted).toContainText('Confirmer')
    await app.press('Enter')
    await expect(sheet(page, fourth)).toBeHidden()
    await expect.poll(() => statusesOf(api, [fourth])).toEqual(['CONFIRMED'])
    expect((await api.one('orders', fourth.id)).comment).toBe('Portail bleu')
  })
})

test('a time is typed at once, without a digit of it for another order', async ({ page, app, api }) => {
  const { product, orders } = await waiting(api, 3)
  await app.openAs('admin', `/orders/triage?q=product:${product.id}`)
  await expect(sheet(page, orders[0]!)).toBeVisible()
  await app.press('r', 'Escape')
  await expect(page.getByRole('dialog', { name: 'Quand rappeler ?' })).toBeHidden()
  await expect(page.locator('main :focus'), 'Tab goes on from here').toHaveCount(1)
  await page.keyboard.press('r')
  await page.keyboard.type('in 2 hours, demain 10h')
  const field = page.getByRole('textbox', { name: '14:30' })
  await expect(field, 'no letter chooses, none reaches another order').toHaveValue('in 2 hours, demain 10h')
  await field.fill('')
  await app.press('1', '4', '3', '0')
  await expect(field).toHaveValue('1430')
  await app.press('Enter')
  await expect(sheet(page, orders[1]!)).toBeVisible()
  await expect
    .poll(async () => (await api.one('orders', orders[0]!.id)).callbackAt)
    .toMatch(/T14:30:00.000Z$/)
  await app.press('r', 'Alt+g')
  await expect(sheet(page, orders[2]!)).toBeVisible()
  await expect
    .poll(async () => (await api.one('orders', orders[1]!.id)).callbackAt)
    .toMatch(/T18:00:00.000Z$/)
  expect(await statusesOf(api, orders)).toEqual(['NOT_REACHABLE', 'NOT_REACHABLE', 'PENDING'])
})

test('two users never have the same order at once, and a user who leaves releases theirs', {
  tag: '@full',
}, async ({ page, app, api, browser, playwright, server }) => {
  const { product, orders } = await waiting(api, 6)
  const path = `/orders/triage?q=product:${product.id}`
  await app.openAs('admin', path)
  await expect(sheet(page, orders[0]!)).toBeVisible()

  const { email } = await newAdmin(api)
  const { session, close } = await openApi(playwright, server.url, email)
  await close()
  const context = await browser.newContext({
    baseURL: server.url,
    locale: 'fr-FR',
    timezoneId: 'Africa/Abidjan',
  })
  const other = await context.newPage()
  await other.goto('/favicon.svg')
  await other.evaluate((record) => sessionStorage.setItem('session', record), JSON.stringify(session))
  await other.goto(path)
  // The first user has claimed the order on the screen and the next ones.
  await expect(sheet(other, orders[4]!)).toBeVisible()

  await app.press('o')
  await createAppPage(other).press('o')
  await expect(sheet(other, orders[5]!)).toBeVisible()
  const giveBack = await holdRequests(
    page,
    '**/api/orders/claim*',
    (request) => request.method() === 'DELETE',
  )
  await app.press('Escape')
  await expect(page.getByRole('heading', { name: 'Commandes', exact: true })).toBeVisible()
  await createAppPage(other).press('o')
  await expect(other.getByRole('heading', { name: 'Plus personne à appeler' })).toBeVisible()
  giveBack()
  await expect(sheet(other, orders[1]!)).toBeVisible()
  expect((await api.one('orders', orders[1]!.id)).claimedBy).toBe(session.id)
  await other.goto('about:blank')
  await expect.poll(async () => (await api.one('orders', orders[1]!.id)).claimedBy).toBeNull()
  await context.close()
})

test('a refused outcome brings its order back next, with the reason', full, async ({ page, app, api }) => {
  const { product, orders } = await waiting(api, 3, 1)
  const [first, second, third] = orders as [Order, Order, Order]
  await app.openAs('admin', `/orders/triage?q=product:${product.id}`)
  await expect(sheet(page, first)).toBeVisible()
  // The second order was loaded while a piece was in stock.
  await app.press('o', 'o')
  await expect(app.toasts).toContainText(`Commande n° ${second.number} : l’issue a été refusée`)
  await expect(sheet(page, third)).toBeVisible()
  for (const [width, height] of [
    [1440, 900],
    [900, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    const decisions = page.getByRole('group', { name: 'Issue de l’appel' })
    await expect
      .poll(() => overlap(app.toasts.getByRole('listitem').first(), decisions), `${width} px wide`)
      .toBe(0)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await app.press('n')
  await expect(sheet(page, second).getByRole('alert')).toContainText(
    'Pas encore enregistré. Il ne reste pas assez',
  )
  await app.press('x', '9')
  await expect.poll(() => statusesOf(api, orders)).toEqual(['CONFIRMED', 'CANCELLED', 'NOT_REACHABLE'])

  await test.step('u takes the last one back from the list too', async () => {
    await app.press('Escape')
    await app.listReady('Commandes')
    await app.press('u')
    await expect.poll(() => statusesOf(api, [second])).toEqual(['PENDING'])
  })
})

test('without the network the orders already loaded are handled, and no decision is lost', {
  tag: '@full',
}, async ({ page, context, app, api }) => {
  const { product, orders } = await waiting(api, 6)
  await app.openAs('admin', `/orders/triage?q=product:${product.id}`)
  await expect(sheet(page, orders[0]!)).toBeVisible()
  await context.setOffline(true)
  for (const order of orders.slice(0, 4)) {
    await expect(sheet(page, order)).toBeVisible()
    // The facts of the next order were loaded with it, those after it were not.
    if (order === orders[3]) await expect(sheet(page, order)).toContainText('Impossible de lire ce client')
    await app.press('o')
  }
  await expect(page.getByText('4 issues attendent le réseau')).toBeVisible()
  expect(await statusesOf(api, orders)).toEqual(orders.map(() => 'PENDING'))
  await context.setOffline(false)
  await expect(sheet(page, orders[4]!)).toBeVisible()
  await expect
    .poll(() => statusesOf(api, orders.slice(0, 4)))
    .toEqual(['CONFIRMED', 'CONFIRMED', 'CONFIRMED', 'CONFIRMED'])
})

test('a promised call that is due comes first and says how late it is', full, async ({ page, app, api }) => {
  const { product, orders } = await waiting(api, 2)
  const [older, promised] = orders as [Order, Order]
  const at = new Date(Date.now() + 1_500)
  await api.put('orders/status', {
    ids: [promised.id],
    status: 'NOT_REACHABLE',
    callbackAt: at.toISOString(),
  })
  await expect.poll(() => Date.now()).toBeGreaterThan(at.getTime())
  await page.clock.setSystemTime(at.getTime() + 25 * 60_000 + 5_000)
  await app.openAs('admin', `/orders/triage?q=product:${product.id}`)
  const time = at.toISOString().slice(11, 16)
  await expect(sheet(page, promised)).toContainText(`Rappel promis : ${time}`)
  await expect(sheet(page, promised)).toContainText(/25\s?min de retard/)

  await test.step('on a small screen the main facts and every outcome are in view, and nothing is covered', async () => {
    await page.setViewportSize({ width: 1280, height: 720 })
    const outcomes = page.getByRole('group', { name: 'Issue de l’appel' })
    const facts = [
      page.getByRole('heading', { name: promised.customerName }),
      sheet(page, promised).getByRole('link', { name: /^Appeler le/ }),
      sheet(page, promised).getByText(promised.customerAddress),
      sheet(page, promised).getByText(product.name).first(),
      ...(await outcomes.getByRole('button').all()),
    ]
    expect(facts).toHaveLength(8)
    for (const fact of facts) await expect(fact).toBeInViewport({ ratio: 1 })
    const dock = await outcomes.boundingBox()
    for (const fact of facts.slice(0, 4)) {
      const box = await fact.boundingBox()
      expect(box!.y + box!.height).toBeLessThanOrEqual(dock!.y)
    }
  })
  await app.press('o')
  await expect(sheet(page, older)).not.toContainText('de retard')
})

for (const language of casesOf(languageCodes, (code) => code === 'fr')) {
  test(`at 1280 x 720 the order and its form are in view without scrolling, in ${language}`, async ({
    page,
    app,
    api,
  }) => {
    const product = await newProduct(api, { name: 'Montre connectée étanche avec bracelet en cuir' })
    const order = await newOrder(api, {
      product: product.id,
      quantity: 12,
      customerAddress:
        'Cocody Angré 8e tranche, derrière la pharmacie Saint-Viateur, immeuble bleu au fond de la cour à gauche, 3e étage, porte 12, demander Mme Kouassi',
      comment:
        'Appeler après 18 h, le client travaille la journée. Livrer le petit modèle en cadeau si possible.',
    })
    const at = new Date(Date.now() + 1_500)
    await api.put('orders/status', {
      ids: [order.id],
      status: 'NOT_REACHABLE',
      callbackAt: at.toISOString(),
    })
    await expect.poll(() => Date.now()).toBeGreaterThan(at.getTime())
    await page.setViewportSize({ width: 1280, height: 720 })
    await app.openAs('admin', `/orders/triage?q=product:${product.id}&lng=${language}`)
    const facts = page.getByRole('article').getByRole('definition')
    await expect(facts).toHaveCount(6)
    await expect(facts.nth(1)).toContainText(/12\s×/)
    await expect(facts.nth(4)).toContainText('18 h')

    const outcomes = page.getByRole('main').getByRole('group')
    const isWhole = async () => {
      const top = await outcomes.evaluate((one) => one.closest('.sticky')!.getBoundingClientRect().top)
      for (const fact of [page.getByRole('article').getByRole('heading').first(), ...(await facts.all())]) {
        const { y, height } = (await fact.boundingBox())!
        expect([y > 48, y + height <= top]).toEqual([true, true])
      }
      for (const button of await outcomes.getByRole('button').all())
        await expect(button).toBeInViewport({ ratio: 1 })
    }
    await isWhole()
    for (const key of ['r', 'x']) {
      await app.press(key)
      const question = page.getByRole('dialog')
      await expect(question).toBeInViewport({ ratio: 1 })
      await isWhole()
      await app.press('Escape')
      await expect(question).toBeHidden()
    }

    await page.goto(`/orders/edit/${order.id}`)
    const form = page.locator('form')
    const footer = (await form.locator('footer').boundingBox())!.y
    const fields = form.locator(':is(input, textarea)')
    // Product, quantity, price, customer, phone, address, comment.
    for (const at of [0, 1, 2, 3, 4, 5, 6]) {
      const { y, height } = (await fields.nth(at).boundingBox())!
      expect([at, y + height <= footer]).toEqual([at, true])
    }
    await expect(fields.nth(6)).toHaveValue(order.comment!)
  })
}

/** The order that is on the screen. */
const sheet = (page: Page, { number }: Order) =>
  page.getByRole('article', { name: `Commande n° ${number}`, exact: true })

/** Orders of a new product, oldest first. */
const waiting = async (
  api: Api,
  count: number,
  quantity = 50,
): Promise<{ product: Product; orders: Order[] }> => {
  const product = await newProduct(api, { quantity })
  const orders: Order[] = []
  for (let made = 0; made < count; made++) orders.push(await newOrder(api, { product: product.id }))
  return { product, orders }
}

const statusesOf = async (api: Api, orders: readonly Order[]): Promise<OrderStatus[]> => {
  const { items } = await api.list('orders', { ids: orders.map(({ id }) => id).join(), limit: 100 })
  return orders.map(({ id }) => items.find((one) => one.id === id)!.status)
}

const minutesUntil = (instant: string | null): number | null =>
  instant === null ? null : Math.round((Date.parse(instant) - Date.now()) / 60_000)

test('the last order of a duplicate is not cancelled without a word', full, async ({ page, app, api }) => {
  const { product, orders } = await waiting(api, 1)
  const [order] = orders
  const twin = await newOrder(api, { product: product.id, customerPhone: order!.customerPhone })
  await api.put('orders/status', { ids: [twin.id], status: 'CANCELLED' })
  await app.openList(`/orders/list?q=product:${product.id} status:PENDING`)
  await app.press('t')
  await expect(sheet(page, order!)).toBeVisible()
  await app.press('x')
  const question = page.getByRole('dialog', { name: 'Pourquoi annuler ?' })
  await expect(question.getByRole('alert')).toContainText('l’autre commande de ce doublon est annulée aussi')
  await app.press('Escape')
  await expect(question).toBeHidden()
})
