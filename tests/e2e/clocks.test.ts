import type { Shipping } from '../../domain/shippings/shipping.ts'
import type { Api } from './support/api.ts'
import { newParcels } from './support/parcels.ts'
import { newGuy, uniqueWord } from './support/records.ts'
import { expect, test } from './support/test.ts'

const hour = 3_600_000

const outFor = async (api: Api, hours: number): Promise<number> => {
  const since = `..${new Date(Date.now() - hours * hour).toISOString()}`
  return (await api.list('shippings', { country: 'ic', status: 'OUT_FOR_DELIVERY', since })).total
}

test('parcels are found by how long they have been out, by keyboard', async ({ page, app, api, openAs }) => {
  const word = uniqueWord()
  const guy = await newGuy(api)
  const parcels: Shipping[] = await newParcels(api, guy, 2, word)
  await api.put('shippings/status', { ids: parcels.map(({ id }) => id), status: 'OUT_FOR_DELIVERY' })

  await openAs('admin', '/shippings/list')
  await app.listReady('Livraisons')
  await app.press('v')
  await app.type('plus de 48')
  await expect(app.highlighted).toContainText('En tournée depuis plus de 48 h')
  await app.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Livraisons · En tournée depuis plus de 48 h',
  )
  await expect(page).toHaveURL(
    '/shippings/list?q=status%3AOUT_FOR_DELIVERY%20since%3A%3E48h&sort=statusAt&view=out-long',
  )
  await app.listReady('Livraisons')
  await expect(app.filterBox).toHaveValue('statut:en-tournée depuis:>48h')
  await expect(page.getByRole('columnheader', { name: 'Statut depuis' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  expect(await outFor(api, 48)).toBeGreaterThan(0)
  await expect(app.grid).toHaveAttribute('aria-rowcount', String((await outFor(api, 48)) + 1))
  await expect(app.grid).not.toContainText(word)

  await app.press('Shift+F')
  await app.listReady('Livraisons')
  await app.press('f')
  await app.type(`since:<1h ${word}`)
  await app.press('Enter')
  await app.listReady('Livraisons')
  await expect(app.filterBox).toHaveValue(`depuis:<1h ${word}`)
  await expect(app.grid).toHaveAttribute('aria-rowcount', '3')

  await app.press('Shift+F')
  await app.press('f')
  await app.type('since:>2d')
  await app.press('Enter')
  await app.listReady('Livraisons')
  await expect(page).toHaveURL(/\?q=since%3A%3E2d$/)
  await expect(app.filterBox).toHaveValue('depuis:>2j')

  await app.press('Control+k')
  await app.type('livraisons en tournée depuis plus de 2 jours')
  await expect(app.highlighted).toContainText(/^Filtrer : /)
  await app.press('Enter')
  await expect(page).toHaveURL(/q=status%3AOUT_FOR_DELIVERY%20since%3A%3E2d/)
})
