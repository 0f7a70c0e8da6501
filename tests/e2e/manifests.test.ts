import type { Page } from '@playwright/test'
import type { Manifest } from '../../domain/manifests/manifest.ts'
import { controlCode, encodeScan } from '../../domain/scans/scan-code.ts'
import type { Shipping } from '../../domain/shippings/shipping.ts'
import type { User } from '../../domain/users/user.ts'
import { scanStrokes } from '../support/scanner.ts'
import type { Api } from './support/api.ts'
import type { AppPage } from './support/app-page.ts'
import { violations } from './support/axe.ts'
import { newParcels } from './support/parcels.ts'
import { printedSheets } from './support/read-pdf.ts'
import { newCourier, newOrder, newProduct, uniqueWord } from './support/records.ts'
import { expect, full, test } from './support/shared-page.ts'
import { plugIn } from './support/typing/keyboard.ts'

const codeOf = ({ number }: Pick<Shipping, 'number'>) => encodeScan({ kind: 'shippings', number })
const manifestCode = ({ number }: Pick<Manifest, 'number'>) => encodeScan({ kind: 'manifests', number })

const verdict = (page: Page) => page.getByRole('region', { name: 'Dernier scan' })
const sheetOf = (page: Page, { number }: Pick<Manifest, 'number'>) =>
  page.getByRole('article', { name: `Bordereau n° ${number}` })

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

const scannerOn = async (page: Page) => {
  const keyboard = await plugIn(page)
  return (digits: string) => keyboard.scan(scanStrokes(digits))
}

/** Starts a dispatch session with this courier. */
const beginRound = async (page: Page, app: AppPage, courier: User) => {
  await app.press('2')
  await expect(app.palette).toBeVisible()
  await app.type(courier.name)
  await expect(app.highlighted).toContainText(courier.name)
  await app.press('Enter')
  await expect(verdict(page)).toContainText(`En tournée avec ${courier.name}`)
}

const manifestOf = async (api: Api, courier: User): Promise<Manifest> => {
  const { items } = await api.list('manifests', { deliveryGuy: courier.id })
  expect(items).toHaveLength(1)
  return items[0]!
}

/** Dispatches parcels and returns their manifest. */
const givenOut = async (api: Api, courier: User, parcels: readonly Shipping[]): Promise<Manifest> => {
  const ids = parcels.map(({ id }) => id)
  await api.put('shippings/status', { ids, status: 'OUT_FOR_DELIVERY', delivery: courier.id })
  return manifestOf(api, courier)
}

test.describe(() => {
  // The undone manifest's page requests it once more.
  test.use({ expectedErrors: [/status of 404/] })

  test('parcels scanned out to two drivers are on two manifests, printed with their codes, and one is taken back', {
    tag: '@full',
  }, async ({ page, app, api }) => {
    const [one, other] = [await newCourier(api), await newCourier(api)]
    const parcels = await newParcels(api, await newCourier(api), 5)
    const [ofOne, ofOther] = [parcels.slice(0, 3), parcels.slice(3)]
    await app.openList('/shippings/list')
    const scan = await scannerOn(page)
    await app.press('g', 'x')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Scanner des colis')

    for (const [courier, some] of [
      [one, ofOne],
      [other, ofOther],
    ] as const) {
      await test.step(`${some.length} parcels go out`, async () => {
        await beginRound(page, app, courier)
        for (const parcel of some) {
          await scan(codeOf(parcel))
          await expect(verdict(page)).toContainText(parcel.customerName)
          await expect(verdict(page)).toContainText('Oui')
        }
        await scan(controlCode('done'))
        const { number } = await expectManifest(page, api, courier)
        await expect(verdict(page)).toContainText(`Bordereau n° ${number}`)
        if (courier === one) await app.press('Escape')
      })
    }
    const manifests = [await manifestOf(api, one), await manifestOf(api, other)]
    expect(manifests.map(({ parcels, toCollect }) => [parcels, toCollect])).toEqual([
      [3, 28_500],
      [2, 19_000],
    ])

    await test.step('m opens the manifest of the last dispatch, to be printed', async () => {
      await app.press('m')
      await expect(page).toHaveURL(`/manifests/print?ids=${manifests[1]!.id}`)
      await expect(sheetOf(page, manifests[1]!)).toContainText(other.name)
      await app.press('Escape')
      await app.listReady('Bordereaux')
    })

    await test.step('both are in the list, and p prints them: a sheet each, whose code leads back to it', async () => {
      const names = [one.name, other.name]
      await app.press('g', 'f')
      await app.listReady('Bordereaux')
      for (const name of names) await expect(rowOf(page, name)).toContainText('En tournée')
      await app.press('x', 'j', 'x', 'p')
      await expect(page).toHaveURL(/\/manifests\/print\?ids=/)
      for (const manifest of manifests) {
        await expect(sheetOf(page, manifest).getByRole('img', { name: manifestCode(manifest) })).toBeVisible()
      }
      expect(await violations(page)).toEqual([])
      const sheets = await printedSheets(page)
      expect(sheets.map(({ size }) => size)).toEqual(['210 × 297', '210 × 297'])
      expect(sheets.map(({ symbols }) => symbols)).toEqual(
        manifests.map((manifest) => [`Code128 ${manifestCode(manifest)}`]),
      )
      for (const [index, some] of [ofOne, ofOther].entries()) {
        const text = sheets[index]!.text
        for (const { number, customerName } of some) {
          expect(text).toContain(String(number))
          expect(text).toContain(customerName)
        }
        expect(text).toContain('Remis par (date, signature)')
        expect(text).toContain('Reçu par (date, signature)')
        expect(text).not.toMatch(/Rechercher|Échap/)
      }
      expect(sheets[0]!.text).toMatch(/Total, 3 colis 28 500 F CFA/)
    })

    await test.step('its code opens a manifest from anywhere', async () => {
      await scan(manifestCode(manifests[0]!))
      await expect(page).toHaveURL(new RegExp(`/manifests/view/${manifests[0]!.id}`))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Bordereau n° ${manifests[0]!.number}`)
      for (const { customerName } of ofOne)
        await expect(page.getByRole('link', { name: customerName })).toBeVisible()
    })

    await test.step('Delete takes it back, its parcels with it; u brings it back', async () => {
      await app.press('Delete')
      await expect(page.getByRole('alertdialog')).toContainText(
        `Annuler le bordereau n° ${manifests[0]!.number}`,
      )
      await expect(page.getByRole('alertdialog')).toContainText('3 colis')
      await app.press('Control+Enter')
      await expect(app.toasts).toContainText(`Bordereau n° ${manifests[0]!.number} annulé`)
      await app.listReady('Bordereaux')
      const after = await Promise.all(ofOne.map(({ id }) => api.one('shippings', id)))
      expect(after.map(({ status }) => status)).toEqual(['ASSIGNED', 'ASSIGNED', 'ASSIGNED'])
      expect((await api.list('manifests', { deliveryGuy: one.id })).total).toBe(0)
      await app.press('u')
      await expect.poll(async () => (await api.list('manifests', { deliveryGuy: one.id })).total).toBe(1)
    })
  })
})

const expectManifest = async (page: Page, api: Api, courier: User): Promise<Manifest> => {
  await expect(verdict(page)).toContainText('validés')
  return manifestOf(api, courier)
}

test('a manifest with a parcel that moved on is not taken back, and says why', async ({ page, app, api }) => {
  const courier = await newCourier(api)
  const parcels = await newParcels(api, await newCourier(api), 2)
  const manifest = await givenOut(api, courier, parcels)
  await app.openAs('admin', `/manifests/view/${manifest.id}`)
  await expect(page.getByRole('link', { name: parcels[0]!.customerName })).toContainText('En tournée')
  await api.put('shippings/status', { ids: [parcels[0]!.id], status: 'DELIVERED' })
  await expect(page.getByRole('link', { name: parcels[0]!.customerName })).toContainText('Livrée')
  await app.press('Delete')
  await expect(app.toasts).toContainText('Des colis de ce bordereau ont déjà avancé')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

test('a delivery guy reads and prints own manifests, and undoes none', full, async ({ page, app, api }) => {
  const courier = await newCourier(api)
  const manifest = await givenOut(api, courier, await newParcels(api, await newCourier(api), 2))
  await app.openList('/manifests/list', courier.email)
  await expect(rowOf(page, courier.name)).toHaveCount(1)
  await app.press('Delete')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await app.press('p')
  await expect(sheetOf(page, manifest)).toContainText('Total, 2 colis')
})

test('a long address and an Arabic name fit, and a long manifest goes on with its heading on every sheet', {
  tag: '@full',
}, async ({ page, app, api }) => {
  const word = uniqueWord()
  const product = (
    await newProduct(api, { name: 'Montre connectée étanche avec bracelet en métal', quantity: 60 })
  ).id
  const orders = []
  for (let made = 0; made < 30; made++) {
    orders.push(
      await newOrder(api, {
        product,
        customerName: made === 0 ? 'محمد الأمين بن عبد الرحمن الطرابلسي' : `Awa ${word} ${made}`,
        customerAddress:
          made === 1 ? 'Щ'.repeat(300) : 'Résidence Les Palmiers, appartement 12, '.repeat(8).slice(0, 300),
      }),
    )
  }
  await api.put('orders/status', { ids: orders.map(({ id }) => id), status: 'CONFIRMED' })
  const parcels = (await api.list('shippings', { product, limit: 100, sort: 'number' })).items
  const manifest = await givenOut(api, await newCourier(api), parcels)
  await app.openAs('admin', `/manifests/print?ids=${manifest.id}`)
  const sheet = sheetOf(page, manifest)
  const arabic = sheet.getByText('محمد الأمين بن عبد الرحمن الطرابلسي')
  expect(await arabic.evaluate((name) => getComputedStyle(name).direction)).toBe('rtl')
  await page.emulateMedia({ media: 'print' })
  expect(
    await sheet.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
  ).toBeLessThanOrEqual(0)
  await page.emulateMedia({ media: null })
  const sheets = await printedSheets(page)
  expect(sheets.length).toBeGreaterThan(2)
  for (const { text } of sheets) expect(text).toContain(`Bordereau n° ${manifest.number} ·`)
  expect(sheets.flatMap(({ symbols }) => symbols)).toEqual([`Code128 ${manifestCode(manifest)}`])
  expect(sheets.at(-1)!.text).toContain('Total, 30 colis')
  expect(sheets.at(-1)!.text).toContain('Reçu par (date, signature)')
})
