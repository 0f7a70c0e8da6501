import type { Page } from '@playwright/test'
import { controlCode, encodeScan } from '../../domain/scans/scan-code.ts'
import type { Shipping } from '../../domain/shippings/shipping.ts'
import { type ScannerOptions, scanStrokes } from '../support/scanner.ts'
import { historyOf, newParcels } from './support/parcels.ts'
import { newGuy } from './support/records.ts'
import { expect, test } from './support/test.ts'
import { plugIn } from './support/typing/keyboard.ts'

const scannerOn = async (page: Page) => {
  const keyboard = await plugIn(page)
  return (digits: string, options?: ScannerOptions) => keyboard.scan(scanStrokes(digits, options))
}

const codeOf = ({ number }: Pick<Shipping, 'number'>) => encodeScan({ kind: 'shippings', number })

const done = controlCode('done')

const scanned = (page: Page) => page.getByRole('list', { name: 'Colis scannés' }).getByRole('listitem')

const verdict = (page: Page) => page.getByRole('region', { name: 'Dernier scan' })

test('parcels go out with a delivery guy by scanner alone, and one key takes them back', async ({
  page,
  app,
  openAs,
  api,
}) => {
  const guy = await newGuy(api)
  const other = await newGuy(api)
  const parcels = await newParcels(api, other, 3)
  const [first, second, third] = parcels as [Shipping, Shipping, Shipping]
  await openAs('admin', '/shippings/list')
  await app.listReady('Livraisons')
  const scan = await scannerOn(page)

  await app.press('b')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Scanner des colis')
  await app.press('2')
  await expect(app.palette).toBeVisible()
  await app.type(guy.name)
  await expect(app.highlighted).toContainText(guy.name)
  await app.press('Enter')
  await expect(verdict(page)).toContainText(`En tournée avec ${guy.name}`)

  await scan(codeOf(first), { layout: 'AZERTY' })
  await expect(verdict(page)).toContainText('Oui')
  await expect(verdict(page)).toContainText(first.customerName)
  await scan(codeOf(first), { layout: 'AZERTY', shift: true })
  await expect(verdict(page)).toContainText('Déjà scanné')
  await scan(codeOf(second))
  await scan(codeOf(third), { end: 'Tab' })
  await expect(scanned(page)).toHaveCount(3)
  await expect(verdict(page)).toContainText(third.customerName)

  await test.step('what was scanned is there after a reload', async () => {
    await page.reload()
    await expect(scanned(page)).toHaveCount(3)
    await expect(scanned(page).filter({ hasText: 'Oui' })).toHaveCount(3)
  })

  await test.step('a parcel that the server says no to is told, and its code is counted apart', async () => {
    await scan(encodeScan({ kind: 'shippings', number: 99_999_999 }))
    await expect(verdict(page)).toContainText('Code inconnu')
    await expect(page.getByRole('list', { name: 'Codes inconnus' }).getByRole('listitem')).toHaveCount(1)
  })

  await scan(done)
  await expect(app.toasts).toContainText('3')
  await expect(scanned(page)).toHaveCount(0)
  const after = await Promise.all(parcels.map(({ id }) => api.one('shippings', id)))
  expect(after.map(({ status, delivery }) => [status, delivery])).toEqual(
    parcels.map(() => ['OUT_FOR_DELIVERY', guy.id]),
  )
  const lines = await Promise.all(parcels.map(({ id }) => historyOf(api, 'shippings', id)))
  expect(new Set(lines.map(([line]) => line?.batchId)).size).toBe(1)

  await app.press('u')
  await expect
    .poll(async () =>
      (await Promise.all(parcels.map(({ id }) => api.one('shippings', id)))).map((one) => [
        one.status,
        one.delivery,
      ]),
    )
    .toEqual(parcels.map(() => ['ASSIGNED', other.id]))
})
