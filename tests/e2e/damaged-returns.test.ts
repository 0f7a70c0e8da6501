import type { Page } from '@playwright/test'
import { violations } from './support/axe.ts'
import { newParcels } from './support/parcels.ts'
import { newCourier, uniqueWord } from './support/records.ts'
import { expect, test } from './support/test.ts'

const movements = (page: Page) =>
  page.getByRole('main').getByRole('region', { name: 'Mouvements de stock' }).getByRole('listitem')

test('parcels are returned damaged by keyboard, the product’s page lists it, and u takes it back', {
  tag: '@full',
}, async ({ page, app, api }) => {
  const word = uniqueWord()
  const parcels = await newParcels(api, await newCourier(api), 3, word)
  const ids = parcels.map(({ id }) => id)
  await api.put('shippings/status', { ids, status: 'OUT_FOR_DELIVERY' })
  // The last one stays out.
  await api.put('shippings/status', { ids: ids.slice(0, 2), status: 'REFUSED' })
  const product = parcels[0]!.product
  const stock = async () => {
    const { quantity, reserved } = await api.one('products', product)
    return { quantity, reserved }
  }
  const states = async () =>
    (await Promise.all(ids.map((id) => api.one('shippings', id)))).map(
      ({ status, condition }) => `${status} ${condition ?? '-'}`,
    )
  /** A return is final, so it needs confirmation. */
  const confirmed = async (name: string) => {
    await expect(page.getByRole('alertdialog', { name, exact: true })).toBeVisible()
    await app.press('Enter')
  }
  expect(await stock()).toEqual({ quantity: 8, reserved: 3 })
  await app.openList(`/shippings/list?q=${word}&sort=number`)

  await test.step('s and the same digit as ever: sound, the pieces are free again', async () => {
    await app.press('s', '6')
    await confirmed(`Marquer la livraison n° ${parcels[0]!.number} retournée`)
    await expect(app.toasts).toContainText(`Livraison n° ${parcels[0]!.number} marquée retournée`)
    expect(await states()).toEqual(['RETURNED sound', 'REFUSED -', 'OUT_FOR_DELIVERY -'])
    expect(await stock()).toEqual({ quantity: 8, reserved: 2 })
  })

  await test.step('the status menu has a row of its own for damaged goods', async () => {
    await app.press('j')
    await expect.poll(async () => (await app.active())?.cells[1]).toBe(String(parcels[1]!.number))
    await app.press('s')
    await app.type('endommag')
    await expect(app.highlighted).toContainText('Retournée, endommagée')
    await app.press('Enter')
    await confirmed(`Marquer la livraison n° ${parcels[1]!.number} retournée endommagée`)
    await expect.poll(states).toEqual(['RETURNED sound', 'RETURNED damaged', 'OUT_FOR_DELIVERY -'])
    expect(await stock()).toEqual({ quantity: 7, reserved: 1 })
  })

  await test.step('the palette has a command for it, of a parcel that is still out too', async () => {
    await app.press('j')
    await expect.poll(async () => (await app.active())?.cells[1]).toBe(String(parcels[2]!.number))
    await app.ask('cassé')
    await expect(app.highlighted).toContainText('Marquer retournée endommagée')
    await app.press('Enter')
    await confirmed(`Marquer la livraison n° ${parcels[2]!.number} retournée endommagée`)
    await expect(app.toasts).toContainText(`n° ${parcels[2]!.number} marquée retournée endommagée`)
    await expect.poll(states).toEqual(['RETURNED sound', 'RETURNED damaged', 'RETURNED damaged'])
    expect(await stock()).toEqual({ quantity: 6, reserved: 0 })
  })

  await test.step('the parcel says it, the product lists it', async () => {
    await app.press('Enter')
    await expect(page.getByRole('main')).toContainText('État de la marchandise')
    await expect(page.getByRole('main')).toContainText('Endommagée')
    await page.goto(`/products/view/${product}`)
    await expect(movements(page)).toHaveCount(3)
    await expect(movements(page).nth(0)).toContainText('−1')
    await expect(movements(page).nth(0)).toContainText('Retour endommagé')
    await expect(
      movements(page)
        .nth(0)
        .getByRole('link', { name: `Livraison n° ${parcels[2]!.number}` }),
    ).toHaveAttribute('href', `/shippings/view/${ids[2]}`)
    await expect(movements(page).nth(2)).toContainText('+8')
    await expect(movements(page).nth(2)).toContainText('Stock initial')
    expect(await violations(page)).toEqual([])
  })

  await test.step('u takes the last one back, and the line that says so appears by itself', async () => {
    await app.press('u')
    await expect(movements(page)).toHaveCount(4)
    await expect(movements(page).nth(0)).toContainText('+1')
    await expect(movements(page).nth(0)).toContainText('Retour endommagé · annulé')
    expect(await states()).toEqual(['RETURNED sound', 'RETURNED damaged', 'OUT_FOR_DELIVERY -'])
    expect(await stock()).toEqual({ quantity: 7, reserved: 1 })
  })

  await test.step('the reason of a correction by hand stands with it; older lines are a key away', async () => {
    for (let quantity = 11; quantity <= 15; quantity++) {
      await api.update('products', product, { quantity, quantityNote: `Compté ${quantity}` })
    }
    await expect(movements(page).nth(0)).toContainText('Compté 15')
    await expect(movements(page)).toHaveCount(8)
    await app.activate(page.getByRole('button', { name: 'Afficher la suite (9)' }))
    await expect(movements(page)).toHaveCount(9)
    await expect(movements(page).nth(8)).toContainText('Stock initial')
  })
})
