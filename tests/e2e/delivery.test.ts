import type { Shipping } from '../../domain/shippings/shipping.ts'
import type { Api } from './support/api.ts'
import { cardOf, round, shellStored } from './support/delivery-round.ts'
import { overlap } from './support/looks.ts'
import { delivered, dueOf, historyOf, newParcel, newParcels } from './support/parcels.ts'
import { newCourier } from './support/records.ts'
import { holdRequests } from './support/stand-between.ts'
import { expect, full, test } from './support/test.ts'

test.use({
  viewport: { width: 390, height: 844 },
  expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/],
})

test('what is done without a network is shown at once, outlives a reload, and is sent once, in order', async ({
  page,
  context,
  app,
  api,
}) => {
  const courier = await newCourier(api)
  const parcel = await newParcel(api, courier)
  await app.openAs(courier.email, round)
  const card = cardOf(page, parcel)
  await expect(card).toContainText('Attribuée')

  await context.setOffline(true)
  await app.activate(card.getByRole('button', { name: 'Partir en tournée' }))
  await expect(card).toContainText('En tournée')
  await expect(card).toContainText('Partir en tournée : en attente d’envoi')
  await app.activate(card)
  const cash = page.getByRole('textbox', { name: 'Somme encaissée' })
  await expect(cash).toHaveValue(String(parcel.totalPrice))
  await app.fill('9000')
  await app.press('Enter')
  await test.step('another amount than the one due is asked about once, with its reason', async () => {
    const sheet = page.getByRole('dialog', { name: `Livrer le colis n° ${parcel.number}` })
    const question = sheet.getByRole('status')
    const why = sheet.getByRole('textbox', { name: 'Pourquoi cette somme ?' })
    await expect(question).toContainText(/encaissé 9\s000/)
    await expect(page.getByText('Livrée, autre somme encaissée')).toHaveCount(0)
    await expect(why).toBeFocused()
    await app.press('Enter')
    await expect(sheet).toContainText('Dites pourquoi')
    await app.tabTo(cash, 'Shift+Tab')
    await app.fill('8000')
    await expect(question).toBeEmpty()
    await app.press('Enter')
    await expect(question).toContainText(/encaissé 8\s000/)
    await app.tabTo(cash, 'Shift+Tab')
    await app.fill('950000')
    await app.press('Enter')
    await expect(sheet).toContainText('dépasse de trop loin la somme due')
    await expect(cash).toBeFocused()
    await app.fill('9000')
    await expect(sheet).not.toContainText('dépasse de trop loin la somme due')
    await app.press('Enter')
    await expect(sheet.getByRole('button', { name: /^Confirmer 9\s000/ })).toBeVisible()
    await expect(why).toBeFocused()
    await app.fill('Remise de la boutique')
    await app.press('Enter')
  })
  await expect(card).toContainText('Livrée, autre somme encaissée : en attente d’envoi')
  await expect(card).toContainText(/9\s000/)
  await expect(page.getByText('2 changements attendent le réseau.')).toBeVisible()
  expect((await api.one('shippings', parcel.id)).status).toBe('ASSIGNED')

  // The network is back but the server is not: the page opens from its stored data.
  await page.route('**/api/**', (route) => route.abort())
  await context.setOffline(false)
  await page.reload()
  await expect(card).toContainText('Livrée, autre somme encaissée : en attente d’envoi')
  await expect(page.getByText('Hors ligne : liste du')).toBeVisible()

  await page.unroute('**/api/**')
  await app.press('r')
  await expect.poll(async () => (await api.one('shippings', parcel.id)).status).toBe('DELIVERED')
  await expect(card).not.toContainText('en attente d’envoi')
  expect(await api.one('shippings', parcel.id)).toMatchObject({
    collected: 9000,
    comment: 'Remise de la boutique',
  })
  expect(await verbsOf(api, parcel)).toEqual(['shipping.deliver', 'shipping.dispatch', 'order.confirm'])
})

test('a delivery that an older page sent without a reason stays on its card until it has one', {
  tag: '@full',
}, async ({ page, app, api }) => {
  const courier = await newCourier(api)
  const parcel = await newParcel(api, courier)
  await api.put('shippings/status', { ids: [parcel.id], status: 'OUT_FOR_DELIVERY' })
  await app.openAs(courier.email, round)
  const card = cardOf(page, parcel)
  const calls = /\/api\/shippings\/status/
  await page.route(calls, (route) => {
    const { reason: _, ...body } = route.request().postDataJSON() as Record<string, unknown>
    return route.continue({ postData: JSON.stringify(body) })
  })
  await app.activate(card)
  const cash = page.getByRole('textbox', { name: 'Somme encaissée' })
  await expect(cash).toBeFocused()
  await app.fill('9000')
  await app.press('Enter')
  await app.fill('Oubliée en route')
  await app.press('Enter')
  await expect(card).toContainText('Dites pourquoi')
  expect((await api.one('shippings', parcel.id)).status).toBe('OUT_FOR_DELIVERY')
  await page.unroute(calls)
  await app.activate(card.getByRole('button', { name: 'Corriger la somme' }))
  await expect(cash).toHaveValue('9000')
  await app.press('Enter')
  await app.fill('Remise de la boutique')
  await app.press('Enter')
  await expect.poll(async () => (await api.one('shippings', parcel.id)).status).toBe('DELIVERED')
  expect(await api.one('shippings', parcel.id)).toMatchObject({
    collected: 9000,
    comment: 'Remise de la boutique',
  })
  await expect(card).not.toContainText('Dites pourquoi')
})

test('a refusal is shown on its card, with what to do, and u undoes what was sent', { tag: '@full' }, async ({
  page,
  context,
  app,
  api,
}) => {
  const courier = await newCourier(api)
  const [first, second] = [await newParcel(api, courier), await newParcel(api, courier)]
  await app.openAs(courier.email, round)
  await expect(cardOf(page, first)).toBeVisible()
  await context.setOffline(true)
  for (const parcel of [first, second]) {
    await app.activate(cardOf(page, parcel).getByRole('button', { name: 'Partir en tournée' }))
    await expect(cardOf(page, parcel)).toContainText('en attente d’envoi')
  }
  await api.put('shippings/status', { ids: [first.id], status: 'CANCELLED' })
  await context.setOffline(false)
  await expect.poll(async () => (await api.one('shippings', second.id)).status).toBe('OUT_FOR_DELIVERY')
  const refused = cardOf(page, first).getByRole('alert')
  await expect(refused).toContainText('« Partir en tournée » a été refusé.')
  await app.activate(refused.getByRole('button', { name: 'Abandonner' }), 'Shift+Tab')
  await expect(refused).toBeHidden()
  await expect(cardOf(page, first)).toBeFocused()

  await app.press('u')
  await expect.poll(async () => (await api.one('shippings', second.id)).status).toBe('ASSIGNED')

  await test.step('the other outcomes are those that are possible, and no others', async () => {
    const outcomes = page.getByRole('dialog', { name: `Colis n° ${second.number}` })
    const offered = outcomes.getByRole('button', { name: /^(?!Fermer)/ })
    await app.activate(cardOf(page, second).getByRole('button', { name: /^Autre/ }))
    await expect(offered).toHaveText(['Partir en tournée', 'Reporter', 'Rendre le colis', 'Annuler le colis'])
    await expect(outcomes.getByRole('listitem')).toHaveCount(0)
    await app.activate(offered.first())
    await expect.poll(async () => (await api.one('shippings', second.id)).status).toBe('OUT_FOR_DELIVERY')
    await app.activate(cardOf(page, second).getByRole('button', { name: /^Autre/ }))
    await expect(offered).toHaveText(['Marquer injoignable', 'Reporter', 'Marquer refusée'])
    await expect(outcomes.getByText('Partir en tournée')).toHaveCount(0)
    await app.press('Escape')
  })

  await test.step('a parcel that another user moves to another part keeps the focus', async () => {
    const card = cardOf(page, second)
    const others = card.getByRole('button', { name: /^Autre/ })
    await app.tabTo(others)
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    await api.put('shippings/status', { ids: [second.id], status: 'POSTPONED', postponedTo: tomorrow })
    await expect(card).toContainText('Reportée')
    await expect(others).toBeFocused()
    await api.put('shippings/status', { ids: [second.id], status: 'OUT_FOR_DELIVERY' })
    await expect(card).toContainText('En tournée')
    await expect(others).toBeFocused()
  })

  await test.step('cancelling a parcel is named and asked once; the focus is on the way back', async () => {
    const third = await newParcel(api, courier)
    const outcomes = page.getByRole('dialog', { name: `Colis n° ${third.number}` })
    const cancel = outcomes.getByRole('button', { name: 'Annuler le colis' })
    const question = outcomes.getByRole('group', {
      name: 'Annuler ce colis ? Sa commande est annulée avec lui.',
    })
    await app.activate(cardOf(page, third).getByRole('button', { name: /^Autre/ }))
    await app.activate(cancel)
    await expect(question.getByRole('button', { name: 'Non, revenir' })).toBeFocused()
    await app.press('Enter')
    await expect(question).toBeHidden()
    await expect(cancel).toBeFocused()
    await app.press('Escape')
    await expect(outcomes).toBeHidden()
    expect((await api.one('shippings', third.id)).status).toBe('ASSIGNED')

    await app.activate(cardOf(page, third).getByRole('button', { name: /^Autre/ }))
    await app.activate(cancel)
    await expect(question.getByRole('button', { name: 'Non, revenir' })).toBeFocused()
    await app.activate(question.getByRole('button', { name: 'Annuler le colis' }), 'Shift+Tab')
    await expect.poll(async () => (await api.one('shippings', third.id)).status).toBe('CANCELLED')
    await expect(app.toasts).toContainText(`Livraison n° ${third.number} annulée`)
  })

  await test.step('one toast at a time covers neither figures, buttons of a card nor a sheet, which is at the bottom', async () => {
    const toast = app.toasts.getByRole('listitem').filter({ visible: true })
    await expect(toast).toHaveCount(1)
    const deliver = cardOf(page, second).getByRole('button', { name: /^Livré/ })
    for (const part of [page.getByRole('definition').first(), deliver]) {
      await part.scrollIntoViewIfNeeded()
      expect(await overlap(toast, part)).toBe(0)
    }
    await app.activate(cardOf(page, second).getByRole('button', { name: /^Livré/ }), 'Shift+Tab')
    const sheet = page.getByRole('dialog', { name: `Livrer le colis n° ${second.number}` })
    const { y, height } = (await sheet.boundingBox())!
    expect(y + height).toBe(844)
    await expect.poll(() => overlap(toast, sheet)).toBe(0)
    await expect(toast).toBeInViewport({ ratio: 1 })
    await page.setViewportSize({ width: 390, height: 420 })
    await expect(sheet.getByRole('textbox')).toBeInViewport({ ratio: 1 })
    await expect(sheet.getByRole('heading')).toBeInViewport({ ratio: 1 })
  })
})

test('changes queued by one user of a phone wait for that user, and no other user sends them', {
  tag: '@full',
}, async ({ page, app, api }) => {
  const [courier, other] = [await newCourier(api), await newCourier(api)]
  const [parcel, theirs] = [await newParcel(api, courier), await newParcel(api, other)]
  await app.openAs(courier.email, round)
  await page.route('**/api/shippings/status', (route) => route.abort())
  await app.activate(cardOf(page, parcel).getByRole('button', { name: 'Partir en tournée' }))
  await expect(cardOf(page, parcel)).toContainText('en attente d’envoi')

  await app.tabTo(page.getByRole('banner').getByRole('button', { name: courier.name }), 'Shift+Tab')
  await app.press('Enter', 'End')
  await expect(page.getByRole('menuitem', { name: 'Se déconnecter' })).toBeFocused()
  await app.press('Enter')
  const question = page.getByRole('alertdialog', { name: '1 changement n’est pas encore envoyé' })
  await expect(question).toBeVisible()
  await app.press('Escape')
  await expect(question).toBeHidden()

  // Wait until the first page has been left: it would retry.
  await app.openAs(other.email, round)
  await page.unroute('**/api/shippings/status')
  await app.activate(cardOf(page, theirs).getByRole('button', { name: 'Partir en tournée' }))
  await expect.poll(async () => (await api.one('shippings', theirs.id)).status).toBe('OUT_FOR_DELIVERY')
  await expect(cardOf(page, parcel)).toHaveCount(0)
  expect((await api.one('shippings', parcel.id)).status).toBe('ASSIGNED')

  await app.openAs(courier.email, round)
  await expect.poll(async () => (await api.one('shippings', parcel.id)).status).toBe('OUT_FOR_DELIVERY')
})

test('goes through the cards by arrows, postpones, finds a parcel', full, async ({ page, app, api }) => {
  const courier = await newCourier(api)
  const [first, second] = [await newParcel(api, courier), await newParcel(api, courier)]
  await api.put('shippings/status', { ids: [second.id], status: 'OUT_FOR_DELIVERY' })
  await app.openAs(courier.email, round)
  await expect(cardOf(page, first)).toBeVisible()
  await expect(
    cardOf(page, second).getByRole('link', { name: `Appeler, n° ${second.number}` }),
  ).toHaveAttribute('href', `tel:${second.customerPhone}`)
  await app.press('Home', 'ArrowDown')
  await expect(cardOf(page, second)).toBeFocused()
  await app.press('m')
  await app.activate(page.getByRole('button', { name: 'Reporter' }))
  await expect(page.getByLabel('Jour demandé par le client')).toBeFocused()
  await app.press('Enter')
  await expect.poll(async () => (await api.one('shippings', second.id)).status).toBe('POSTPONED')
  await expect(page.getByRole('heading', { name: 'Reportés à plus tard' })).toBeVisible()

  await app.press('f')
  await app.type(String(first.number))
  await expect(cardOf(page, second)).toHaveCount(0)
  await expect(cardOf(page, first)).toBeVisible()

  await test.step('a refused parcel leads to its return, for users who may record it', async () => {
    await api.put('shippings/status', { ids: [second.id], status: 'REFUSED' })
    await app.press('Escape')
    const card = cardOf(page, second)
    await expect(card).toContainText('Refusée')
    await expect(card).toContainText('Valeur')
    await expect(card).not.toContainText('À encaisser')
    await expect(card).toContainText('À rapporter au dépôt')
    await expect(card.getByRole('button', { name: /^Repartir/ })).toHaveCount(0)
    await card.focus()
    await app.press('Enter')
    await expect(page.getByRole('button', { name: 'Repartir en tournée' })).toBeVisible()
    await app.press('Escape')
    await app.openAs('admin', `${round}?guy=${courier.id}`)
    await expect(card.getByRole('button').first()).toHaveAccessibleName(/^Rapporté au dépôt/)
    await app.activate(card.getByRole('button').first())
    const question = page.getByRole('group', { name: /^Colis revenu au dépôt/ })
    await app.activate(question.getByRole('button', { name: 'Marquer retournée' }), 'Shift+Tab')
    await expect.poll(async () => (await api.one('shippings', second.id)).status).toBe('RETURNED')
  })
})

test('a reason is chosen instead of typed', async ({ page, app, api }) => {
  const courier = await newCourier(api)
  const parcel = await newParcel(api, courier)
  await api.put('shippings/status', { ids: [parcel.id], status: 'OUT_FOR_DELIVERY' })
  await app.openAs(courier.email, round)
  await cardOf(page, parcel).focus()
  await app.press('m')
  await app.activate(page.getByRole('button', { name: 'Marquer refusée' }))
  const form = page.getByRole('form', { name: /^Colis refusé/ })
  await app.activate(form.getByRole('button', { name: 'Pas comme attendu' }), 'Shift+Tab')
  await expect(form.getByRole('textbox')).toHaveValue('Pas comme attendu')
  await app.activate(form.getByRole('button', { name: 'Marquer refusée' }))
  await expect.poll(async () => (await api.one('shippings', parcel.id)).status).toBe('REFUSED')
  expect((await api.one('shippings', parcel.id)).comment).toContain('Pas comme attendu')
})

test('the palette asks before a change of the round is queued', full, async ({ page, app, api }) => {
  const courier = await newCourier(api)
  const parcel = await newParcel(api, courier)
  await app.openAs(courier.email, round)
  await expect(cardOf(page, parcel)).toBeVisible()
  const release = await holdRequests(
    page,
    '**/api/shippings/status',
    (request) => request.postDataJSON()?.dryRun,
  )
  await app.ask(`partir ${parcel.number}`)
  await expect(app.highlighted).toContainText(`Partir en tournéeLivraison n° ${parcel.number}`)
  await expect(app.highlighted).toContainText(parcel.customerName)
  await app.press('Enter')
  await expect(app.palette.getByRole('heading', { name: /^Partir en tournée/ })).toBeVisible()
  release()
  await expect(app.palette).toContainText('1 changerait')
  expect((await api.one('shippings', parcel.id)).status).toBe('ASSIGNED')
  await app.press('Enter')
  await expect.poll(async () => (await api.one('shippings', parcel.id)).status).toBe('OUT_FOR_DELIVERY')
})

test('a typed outcome that cannot be taken back by another one is asked on the card', async ({
  page,
  app,
  api,
}) => {
  const courier = await newCourier(api)
  const parcel = await newParcel(api, courier)
  await app.openAs(courier.email, round)
  await expect(cardOf(page, parcel)).toBeVisible()
  await app.ask(`annuler ${parcel.number}`)
  await expect(app.highlighted).toContainText(`Annuler le colisLivraison n° ${parcel.number}`)
  await app.press('Enter')
  const question = page.getByRole('group', { name: /^Annuler ce colis/ })
  await expect(question).toBeVisible()
  await app.press('Escape', 'Escape')
  await expect(question).toBeHidden()
  expect((await api.one('shippings', parcel.id)).status).toBe('ASSIGNED')
})

test('opens without a network what it was when there was one, and never an old console when there is', {
  tag: '@full',
}, async ({ page, context, app, api }) => {
  const courier = await newCourier(api)
  const parcel = await newParcel(api, courier)
  await app.openAs(courier.email, round)
  await expect(cardOf(page, parcel)).toBeVisible()
  await shellStored(page)
  await context.setOffline(true)
  await page.reload()
  await expect(cardOf(page, parcel)).toContainText('Attribuée')
  await app.activate(cardOf(page, parcel).getByRole('button', { name: 'Partir en tournée' }))
  await expect(cardOf(page, parcel)).toContainText('en attente d’envoi')
  await page.reload()
  await expect(cardOf(page, parcel)).toContainText('en attente d’envoi')
  await context.setOffline(false)
  await expect.poll(async () => (await api.one('shippings', parcel.id)).status).toBe('OUT_FOR_DELIVERY')
  // Online, the page comes from the network with a fresh nonce.
  const nonceOf = () => page.locator('meta[property=csp-nonce]').evaluate((meta: HTMLElement) => meta.nonce)
  const before = await nonceOf()
  await page.reload()
  expect(await nonceOf()).not.toBe(before)
})

test('the cash in hand grows without a network, and is nothing once it was handed over', {
  tag: '@full',
}, async ({ page, context, app, api }) => {
  const courier = await newCourier(api)
  await delivered(api, courier, 2)
  const [parcel] = await newParcels(api, courier, 1)
  await api.put('shippings/status', { ids: [parcel!.id], status: 'OUT_FOR_DELIVERY' })
  await app.openAs(courier.email, round)
  await expect(page.getByText('Encaissé, à remettre', { exact: true })).toBeVisible()
  await expect(page.getByText(/19\s000\sF\sCFA/)).toBeVisible()
  await context.setOffline(true)
  await app.activate(cardOf(page, parcel!).getByRole('button', { name: 'Livré' }))
  await expect(page.getByRole('textbox', { name: 'Somme encaissée' })).toBeFocused()
  await app.press('Enter')
  await expect(page.getByText(/28\s500\sF\sCFA/)).toBeVisible()
  await context.setOffline(false)
  await expect.poll(async () => (await dueOf(api, courier)).expected).toBe(28_500)
  await expect(page.getByText(/28\s500\sF\sCFA/)).toBeVisible()
  const { seen } = await dueOf(api, courier)
  const body = { country: 'ic', delivery: courier.id, counted: 28_500, seen }
  expect((await api.send('POST', 'handovers', body)).status()).toBe(201)
  await expect(page.getByText(/28\s500\sF\sCFA/)).toHaveCount(0)
  await page.getByRole('link', { name: 'Mes remises de caisse' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Remises de caisse/)
  await expect(page.getByRole('row').filter({ hasText: /28\s500/ })).toHaveCount(1)
})

const verbsOf = async (api: Api, { id }: Shipping): Promise<string[]> => {
  const lines = await historyOf(api, 'shippings', id)
  return lines.map(({ verb }) => verb).filter((verb) => verb !== 'shipping.assign')
}

test(
  'on the smallest phone the main step of a parcel is in view, and Enter takes it',
  full,
  async ({ page, app, api }) => {
    await page.setViewportSize({ width: 360, height: 640 })
    const courier = await newCourier(api)
    const parcel = await newParcel(api, courier)
    await newParcel(api, courier)
    await app.openAs(courier.email, round)
    const card = cardOf(page, parcel)
    await expect(page.getByText('Reste à encaisser')).toBeInViewport({ ratio: 1 })
    await expect(card.getByRole('button', { name: /^Partir en tournée/ })).toBeInViewport({ ratio: 1 })
    await page.goto(`/shippings/view/${parcel.id}`)
    await expect(page.getByRole('button', { name: 'Changer le statut' })).toBeInViewport({ ratio: 1 })
    await page.goBack()
    await card.focus()
    await app.press('Enter')
    await expect.poll(async () => (await api.one('shippings', parcel.id)).status).toBe('OUT_FOR_DELIVERY')
    await app.press('Enter')
    await expect(page.getByRole('dialog', { name: `Livrer le colis n° ${parcel.number}` })).toBeVisible()
  },
)
