import type { Api } from './support/api.ts'
import { newParcels } from './support/parcels.ts'
import { newCourier, newOrders, uniqueWord } from './support/records.ts'
import { expect, full, test } from './support/shared-page.ts'

const hour = 3_600_000

/** Number of orders pending for more than that many hours. */
const pendingFor = async (api: Api, hours: number): Promise<number> => {
  const since = `..${new Date(Date.now() - hours * hour).toISOString()}`
  return (await api.list('orders', { country: 'ic', status: 'PENDING', since })).total
}

test('orders are found by how long they have waited, by keyboard', full, async ({ page, app, api }) => {
  const word = uniqueWord()
  await newOrders(api, word, ['Awa', 'Koffi'])
  const [waiting, longWaiting] = [await pendingFor(api, 2), await pendingFor(api, 48)]
  expect(longWaiting).toBeGreaterThan(0)
  expect(waiting).toBeGreaterThan(longWaiting)

  await app.openList('/orders/list')
  await app.press('v')
  await app.type('non confirm')
  await expect(app.highlighted).toContainText('Non confirmées depuis plus de 2 h')
  await app.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Commandes · Non confirmées depuis plus de 2 h',
  )
  await expect(page).toHaveURL(/\?q=status%3APENDING(%20|\+)since%3A%3E2h&sort=statusAt&view=unconfirmed$/)
  await app.listReady('Commandes')
  await expect(app.filterBox).toHaveValue('statut:en-attente depuis:>2h')
  await expect(app.grid).toHaveAttribute('aria-rowcount', String(waiting + 1))

  await app.press('Shift+F')
  await app.listReady('Commandes')
  await app.filter(`since:<1h ${word}`)
  await expect(app.filterBox).toHaveValue(`depuis:<1h ${word}`)
  await expect(app.grid).toHaveAttribute('aria-rowcount', '3')
  await app.listReady('Commandes')

  await app.press('Shift+F')
  await app.listReady('Commandes')
  await app.filter('since:>2d status:pending')
  await expect(page).toHaveURL(/[?&]q=since%3A%3E2d(%20|\+)status%3APENDING$/)
  await expect(app.filterBox).toHaveValue('depuis:>2j statut:en-attente')
  await expect(app.grid).toHaveAttribute('aria-rowcount', String(longWaiting + 1))
})

test('a sentence says how long parcels have been out', full, async ({ page, app, api }) => {
  const word = uniqueWord()
  const parcels = await newParcels(api, await newCourier(api), 2, word)
  await api.put('shippings/status', { ids: parcels.map(({ id }) => id), status: 'OUT_FOR_DELIVERY' })
  await app.openList('/shippings/list')
  await app.ask(`livraisons en tournée depuis moins de 2 heures à ${word}`)
  await expect(app.highlighted).toContainText('Filtrer : 2 livraisons')
  await app.press('Enter')
  await expect(page).toHaveURL(/q=status%3AOUT_FOR_DELIVERY(%20|\+)since%3A%3C2h/)
  await app.listReady('Livraisons')
  await expect(app.filterBox).toHaveValue(`statut:en-tournée depuis:<2h ${word}`)
  await expect(page.getByRole('columnheader', { name: 'Statut depuis' })).toBeAttached()
  await app.ask('en tournée depuis plus de 2 jours')
  await expect(app.palette).toContainText('en tournée · depuis : plus de 2 jours')
})
