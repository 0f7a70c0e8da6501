import { rounds } from '../support/is-full.ts'
import { trackGuarantee } from '../support/trust/guarantee.ts'
import { historyOf, newParcels } from './support/parcels.ts'
import { newAgent, newCourier } from './support/records.ts'
import { expect, test } from './support/test.ts'

test.use({
  expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 401/],
})

const isCached = (): Promise<boolean> => caches.match('/').then((cached) => cached !== undefined)

test('the list of parcels opens without a network, takes changes, and sends them in order', {
  tag: '@full',
}, async ({ page, context, app, api }) => {
  const guarantee = trackGuarantee(
    'the list of parcels without a network: opens, queues, replays in order, reports refusals',
  )
  const courier = await newCourier(api)
  const parcels = await newParcels(api, courier, 3)
  const word = parcels[0]?.customerName.split(' ')[1] ?? ''
  const path = `/shippings/list?q=${word}`
  await app.openAs('agent', path)
  await app.listReady('Livraisons')
  await expect.poll(() => page.evaluate(isCached)).toBe(true)
  // Code for shortcuts and palette is loaded after the list.
  const assets = () =>
    page.evaluate(async () => {
      const files = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
      const own = files.filter((file) => file.startsWith('/assets/'))
      const cached = await Promise.all(own.map((file) => caches.match(file)))
      return cached.filter((answer) => answer === undefined).length
    })
  await app.press('Control+k')
  await expect(app.palette).toBeVisible()
  await app.press('Escape')
  await expect.poll(assets).toBe(0)

  await context.setOffline(true)
  await page.reload()
  await app.listReady('Livraisons')
  expect(await app.total()).toBe(3)
  guarantee.tried()
  await expect(page.getByText('Hors connexion : dernières lignes connues')).toBeVisible()

  // Dispatches all three; then delivers the first.
  await app.press('Control+a', 'Control+k')
  await app.type('statut tournee')
  await expect(app.highlighted).toHaveText(/^Changer le statut : En tournée/)
  await expect(app.palette).toContainText('3 changeraient')
  await app.press('Enter')
  await expect(page.getByRole('button', { name: '3 changements attendent d’être envoyés' })).toBeVisible()
  await expect.poll(async () => (await app.active())?.cells[3]).toBe('En tournée')
  guarantee.tried(3)
  await page.reload()
  await app.listReady('Livraisons')
  await expect.poll(async () => (await app.active())?.cells[3]).toBe('En tournée')
  await expect(page.getByRole('button', { name: '3 changements attendent d’être envoyés' })).toBeVisible()

  // Meanwhile another user has cancelled one.
  const [gone, ...others] = parcels
  if (gone === undefined) throw new Error('no parcel')
  await api.put('shippings/status', { ids: [gone.id], status: 'CANCELLED' })
  await context.setOffline(false)
  for (const { id } of others)
    await expect.poll(async () => (await api.one('shippings', id)).status).toBe('OUT_FOR_DELIVERY')
  const chip = page.getByRole('button', { name: '1 changement refusé' })
  await app.activate(chip, 'Shift+Tab')
  const waiting = page.getByRole('dialog').getByRole('region', { name: 'Pas encore envoyés' })
  await expect(waiting).toContainText(`N° ${gone.number}`)
  await expect(waiting).toContainText(
    'On ne peut pas passer à ce statut depuis le statut actuel. Choisissez un statut',
  )
  await app.activate(waiting.getByRole('button', { name: `Abandonner, n° ${gone.number}` }))
  await expect(waiting).toBeHidden()
  guarantee.tried()
  for (const { id, number } of others) {
    const sent = (await historyOf(api, 'shippings', id)).filter(({ verb }) => verb === 'shipping.dispatch')
    if (sent.length !== 1) guarantee.broke(`n° ${number} went out ${sent.length} times`)
  }
  guarantee.report('queued 3, replayed 2, reported 1 refusal')
})

test('a session that ends while work waits keeps it for its person, and shows it to no other', {
  tag: '@full',
}, async ({ page, context, app, api }) => {
  const guarantee = trackGuarantee(
    'a session that ends while changes wait: stored for its user, hidden from others',
  )
  const courier = await newCourier(api)
  const [parcel] = await newParcels(api, courier, 1)
  if (parcel === undefined) throw new Error('no parcel')
  const agent = await newAgent(api)
  const word = parcel.customerName.split(' ')[1] ?? ''
  const path = `/shippings/list?q=${word}`
  await app.openAs(agent.email, path)
  await app.listReady('Livraisons')
  await context.setOffline(true)
  await app.ask('statut tournee')
  await expect(app.highlighted).toHaveText(/^Changer le statut : En tournée/)
  await expect(app.palette).toContainText('1 changerait')
  await app.press('Enter')
  const chip = page.getByRole('button', { name: '1 changement attend d’être envoyé' })
  await expect(chip).toBeVisible()
  guarantee.tried()

  // All sessions of this user are ended while the device is offline.
  await page.route('**/api/**', (route) => route.fulfill({ status: 401, json: { code: 'UNAUTHORIZED' } }))
  await context.setOffline(false)
  await expect(page.getByLabel('Adresse e-mail')).toBeVisible()
  await page.unroute('**/api/**')
  guarantee.tried()

  await app.openAs('agent', path)
  await app.listReady('Livraisons')
  await expect(chip).toHaveCount(0)
  if ((await app.active())?.cells[3] !== 'Attribuée') guarantee.broke('another sees what waits')
  if ((await api.one('shippings', parcel.id)).status !== 'ASSIGNED') guarantee.broke('another has sent it')
  guarantee.tried()

  await app.openAs(agent.email, path)
  await expect.poll(async () => (await api.one('shippings', parcel.id)).status).toBe('OUT_FOR_DELIVERY')
  const lines = await historyOf(api, 'shippings', parcel.id)
  if (lines.filter(({ verb }) => verb === 'shipping.dispatch').length !== 1)
    guarantee.broke('sent more than once')
  guarantee.tried()
  guarantee.report()
})

test('the round opens without a network, takes two changes a parcel, and replays each in its order', {
  tag: '@full',
}, async ({ page, context, app, api }) => {
  const guarantee = trackGuarantee(
    'the round without a network: opens, queues with a count, replays in order',
  )
  const courier = await newCourier(api)
  const parcels = await newParcels(api, courier, rounds(8, 2))
  await app.openAs(courier.email, '/shippings/delivery/list')
  const cardOf = (name: string) => page.getByRole('article', { name, exact: true })
  for (const { customerName } of parcels) await expect(cardOf(customerName)).toBeVisible()
  await expect.poll(() => page.evaluate(isCached)).toBe(true)
  await context.setOffline(true)
  await page.reload()
  for (const { customerName } of parcels) {
    const card = cardOf(customerName)
    const button = card.getByRole('button', { name: 'Partir en tournée' })
    await expect(button).toBeVisible()
    await button.focus()
    await app.press('Enter')
    await expect(card).toContainText('Partir en tournée : en attente d’envoi')
    await card.focus()
    await app.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Somme encaissée' })).toBeFocused()
    await app.press('Enter')
    await expect(card).toContainText('Marquer livrée : en attente d’envoi')
    guarantee.tried(2)
  }
  await page.reload()
  const waiting = parcels.length * 2
  await expect(page.getByText(`${waiting} changements attendent le réseau.`)).toBeVisible()
  await context.setOffline(false)
  for (const { id, number } of parcels) {
    await expect.poll(async () => (await api.one('shippings', id)).status).toBe('DELIVERED')
    const done = (await historyOf(api, 'shippings', id)).map(({ verb }) => verb).slice(0, 2)
    if (done.join() !== 'shipping.deliver,shipping.dispatch') guarantee.broke(`n° ${number}: ${done.join()}`)
  }
  guarantee.report(`${waiting} changes of ${parcels.length} parcels`)
})
