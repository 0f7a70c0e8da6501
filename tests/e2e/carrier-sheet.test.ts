import { encodeScan } from '../../domain/scans/scan-code.ts'
import type { Shipping } from '../../domain/shippings/shipping.ts'
import { historyOf, newParcels } from './support/parcels.ts'
import { newCourier } from './support/records.ts'
import { expect, test } from './support/shared-page.ts'

test('a pasted carrier’s sheet is checked by status, applied as one batch and taken back by one key', async ({
  page,
  context,
  app,
  api,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const parcels = await newParcels(api, await newCourier(api), 6)
  const [full, less, damaged, waiting, twice, ready] = parcels as [
    Shipping,
    Shipping,
    Shipping,
    Shipping,
    Shipping,
    Shipping,
  ]
  const out = [full, less, damaged, waiting, twice].map(({ id }) => id)
  await api.put('shippings/status', { ids: out, status: 'OUT_FOR_DELIVERY' })
  await api.put('shippings/status', { ids: [damaged.id], status: 'REFUSED' })

  await app.openList('/shippings/list')
  const sheet = [
    'Colis\tStatut\tMontant',
    `${full.number}\tLivrée\t`,
    `n° ${less.number}\tdelivered\t9 000`,
    `${encodeScan({ kind: 'shippings', number: damaged.number })}\tBESCHÄDIGT`,
    `${waiting.number}\tрeportee`,
    `${waiting.number}\taplazado`,
    `${twice.number}\tperdu`,
    `#${twice.number}\trifiutata`,
    `${ready.number}\tвручена`,
    `${full.number}\tLIVREE`,
    'XYZ-404\tlivré\t1',
  ]
  await page.evaluate((text) => navigator.clipboard.writeText(text), sheet.join('\r\n'))
  await app.press('Control+v')
  const dialog = page.getByRole('dialog', { name: 'Feuille du transporteur : 10 lignes' })
  await expect(dialog.getByRole('status')).toHaveText(
    '2 changeraient, 3 refusées, 1 inconnu, 2 ambigus, 1 non lue',
  )
  await test.step('another amount than the one due has a reason', async () => {
    await app.tabTo(dialog.getByRole('textbox', { name: 'Pourquoi d’autres sommes ?' }), 'Shift+Tab')
    await app.fill('Remise du transporteur')
    await expect(dialog.getByRole('status')).toHaveText(
      '3 changeraient, 2 refusées, 1 inconnu, 2 ambigus, 1 non lue',
    )
  })
  const row = (name: string) => dialog.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
  await expect(row('Livrée').getByRole('cell')).toHaveText(['2', '1', /./])
  await expect(row('Reportée').getByRole('cell')).toHaveText(['0', '1', /jour à préciser/])
  await expect(row('Retournée, endommagée').getByRole('cell')).toHaveText(['1', '0', ''])
  await expect(dialog).toContainText('Ligne 5 : statut inconnu « рeportee »')
  await expect(dialog).toContainText(`#${twice.number}`)
  await expect(dialog).toContainText('XYZ-404')

  await test.step('what is left out can be copied as it was pasted', async () => {
    await app.activate(dialog.getByRole('button', { name: 'Copier les 4 lignes restantes' }), 'Shift+Tab')
    await expect(app.toasts).toContainText('4 lignes copiées')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      [4, 6, 7, 10].map((at) => sheet[at]).join('\n'),
    )
  })

  await app.activate(dialog.getByRole('button', { name: 'Appliquer à 3 colis' }))
  await expect(dialog).toBeHidden()
  await expect(app.toasts).toContainText('3 livraisons mises à jour d’après la feuille')
  const after = await Promise.all(parcels.map(({ id }) => api.one('shippings', id)))
  expect(after.map(({ status, collected, condition }) => [status, collected, condition])).toEqual([
    ['DELIVERED', full.totalPrice, null],
    ['DELIVERED', 9_000, null],
    ['RETURNED', null, 'damaged'],
    ['OUT_FOR_DELIVERY', null, null],
    ['OUT_FOR_DELIVERY', null, null],
    ['ASSIGNED', null, null],
  ])
  expect(after.map(({ comment }) => comment)[1]).toBe('Remise du transporteur')
  const lines = await Promise.all([full, less, damaged].map(({ id }) => historyOf(api, 'shippings', id)))
  expect(new Set(lines.map(([line]) => line?.batchId)).size).toBe(1)

  await app.press('u')
  const statusOf = async ({ id }: Shipping) => (await api.one('shippings', id)).status
  await expect.poll(() => statusOf(full)).toBe('OUT_FOR_DELIVERY')
  expect(await Promise.all([less, damaged].map(statusOf))).toEqual(['OUT_FOR_DELIVERY', 'REFUSED'])

  await test.step('the journal has it as one entry', async () => {
    await app.openAs('admin', '/journal')
    await expect(page.getByRole('main')).toContainText('Feuille du transporteur · 3 livraisons')
  })
})
