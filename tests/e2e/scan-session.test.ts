import type { Page } from '@playwright/test'
import { controlCode, encodeScan } from '../../domain/scans/scan-code.ts'
import type { Shipping } from '../../domain/shippings/shipping.ts'
import { type ScannerOptions, scanStrokes } from '../support/scanner.ts'
import { historyOf, newParcels } from './support/parcels.ts'
import { newCourier } from './support/records.ts'
import { expect, full, test } from './support/shared-page.ts'
import { plugIn } from './support/typing/keyboard.ts'

const scannerOn = async (page: Page) => {
  const keyboard = await plugIn(page)
  return (digits: string, options?: ScannerOptions) => keyboard.scan(scanStrokes(digits, options))
}

const codeOf = ({ number }: Pick<Shipping, 'number'>) => encodeScan({ kind: 'shippings', number })

const done = controlCode('done')

const scanned = (page: Page) => page.getByRole('list', { name: 'Colis scannés' }).getByRole('listitem')

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

const verdict = (page: Page) => page.getByRole('region', { name: 'Dernier scan' })

test('parcels go out by scanner alone, and one key takes them back', async ({ page, app, api }) => {
  const courier = await newCourier(api)
  const other = await newCourier(api)
  const parcels = await newParcels(api, other, 3)
  const [first, second, third] = parcels as [Shipping, Shipping, Shipping]
  await app.openList('/shippings/list')
  const scan = await scannerOn(page)

  await app.press('b')
  await expect(heading(page)).toHaveText('Scanner des colis')
  await app.press('2')
  await expect(app.palette).toBeVisible()
  await app.type(courier.name)
  await expect(app.highlighted).toContainText(courier.name)
  await app.press('Enter')
  await expect(verdict(page)).toContainText(`En tournée avec ${courier.name}`)

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

  await test.step('a code that the server does not know is shown and counted separately', async () => {
    await scan(encodeScan({ kind: 'shippings', number: 99_999_999 }))
    await expect(verdict(page)).toContainText('Code inconnu')
    await expect(page.getByRole('list', { name: 'Codes inconnus' }).getByRole('listitem')).toHaveCount(1)
  })

  await scan(done)
  await expect(app.toasts).toContainText('3')
  await expect(scanned(page)).toHaveCount(0)
  const after = await Promise.all(parcels.map(({ id }) => api.one('shippings', id)))
  expect(after.map(({ status, delivery }) => [status, delivery])).toEqual(
    parcels.map(() => ['OUT_FOR_DELIVERY', courier.id]),
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

/** Writes only: batched look-ups are POST too. */
const writesOf = (page: Page): string[] => {
  const writes: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET' && !pathname.endsWith('/resolve'))
      writes.push(`${request.method()} ${pathname}`)
  })
  return writes
}

const layouts: readonly (ScannerOptions & { count: number })[] = [
  { layout: 'AZERTY', shift: true, count: 20 },
  ...(['QWERTY', 'AZERTY', 'QWERTZ', 'Russian'] as const).flatMap((layout) => [
    { layout, count: 300 },
    { layout, shift: true, end: 'Tab' as const, count: 300 },
  ]),
]

for (const { count, ...options } of layouts) {
  test(`${count} scans on ${options.layout}${options.shift ? ', shifted,' : ''} move ${count} parcels by one change`, {
    tag: '@full',
  }, async ({ page, app, api }) => {
    const courier = await newCourier(api)
    const parcels = []
    while (parcels.length < count)
      parcels.push(...(await newParcels(api, courier, Math.min(100, count - parcels.length))))
    await app.openAs('admin', `/shippings/scan?action=dispatch&delivery=${courier.id}`)
    await expect(verdict(page)).toContainText(`En tournée avec ${courier.name}`)
    await expect(page).toHaveURL('/shippings/scan')
    const scan = await scannerOn(page)
    const writes = writesOf(page)
    for (const parcel of parcels) await scan(codeOf(parcel), options)
    await expect(scanned(page)).toHaveCount(count)
    await expect(page.getByRole('list', { name: 'Codes inconnus' })).toHaveCount(0)
    await expect(scanned(page).filter({ hasText: 'Oui' })).toHaveCount(count)
    await scan(done, options)
    await expect(verdict(page)).toContainText(`${count} colis validés`)
    await expect(app.toasts).toContainText(`${count} livraisons`)
    expect(writes).toEqual(['PUT /api/shippings/status'])
    await expect(page).toHaveURL('/shippings/scan')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const entries = new Set<string>()
    for (const { id } of parcels) {
      const [line] = await historyOf(api, 'shippings', id)
      entries.add(`${line?.verb} ${line?.batchId}`)
    }
    expect([...entries]).toEqual([expect.stringMatching(/^shipping\.dispatch /)])
    await app.press('u')
    await expect(app.toasts).toContainText(`${count} changements défaits`)
    const back = await api.list('shippings', { ids: parcels.map(({ id }) => id).join(), limit: count })
    expect(back.items.map(({ status }) => status)).toEqual(parcels.map(() => 'ASSIGNED'))
  })
}

test('parcels scanned while the delivery guy is asked for are in the session, however many', async ({
  page,
  app,
  api,
}) => {
  const courier = await newCourier(api)
  const parcels = await newParcels(api, courier, 3)
  await app.openAs('admin', '/shippings/list')
  await app.listReady('Livraisons')
  const scan = await scannerOn(page)
  await app.press('b')
  await page.waitForURL('/shippings/scan')
  await scan(codeOf(parcels[0]!))
  await expect(heading(page)).toHaveText('Scanner des colis')
  await expect(page.getByText('1 scan est gardé sur cet appareil')).toBeVisible()
  await app.press('2')
  await expect(app.palette).toBeVisible()
  for (const parcel of parcels.slice(1)) await scan(codeOf(parcel))
  await expect(app.palette).toBeVisible()
  await app.type(courier.name)
  await expect(app.highlighted).toContainText(courier.name)
  await app.press('Enter')
  await expect(verdict(page)).toContainText(`En tournée avec ${courier.name}`)
  await expect(scanned(page).filter({ hasText: 'Oui' })).toHaveCount(3)
  await expect(page).toHaveURL('/shippings/scan')
})

test('returns are asked for, and the printed code says yes; a parcel moved meanwhile is named', {
  tag: '@full',
}, async ({ page, app, api }) => {
  const courier = await newCourier(api)
  const parcels = await newParcels(api, courier, 3)
  const ids = parcels.map(({ id }) => id)
  for (const status of ['OUT_FOR_DELIVERY', 'REFUSED']) await api.put('shippings/status', { ids, status })
  await app.openAs('admin', '/shippings/scan')
  await expect(heading(page)).toHaveText('Scanner des colis')
  const scan = await scannerOn(page)
  await scan(codeOf(parcels[0]!))
  await expect(page.getByText('1 scan est gardé sur cet appareil')).toBeVisible()
  await app.press('4')
  await expect(verdict(page)).toContainText('Retournés')
  for (const parcel of parcels) await scan(codeOf(parcel), { layout: 'AZERTY' })
  await expect(scanned(page).filter({ hasText: 'Oui' })).toHaveCount(3)

  await test.step('one is taken out by key', async () => {
    await app.press('ArrowDown', 'ArrowDown')
    await expect(scanned(page).filter({ hasText: String(parcels[1]!.number) })).toBeFocused()
    await app.press('x')
    await expect(scanned(page)).toHaveCount(2)
  })

  await test.step('one is moved by somebody else while the question is open', async () => {
    await scan(done)
    await expect(page.getByRole('alertdialog')).toContainText('2')
    await api.put('shippings/status', { ids: [parcels[0]!.id], status: 'LOST' })
    await scan(done)
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(verdict(page)).toContainText('1 colis validé')
    await expect(scanned(page)).toHaveCount(1)
    await expect(scanned(page)).toContainText(String(parcels[0]!.number))
    await expect(scanned(page)).toContainText('Changé entre-temps')
  })
  expect((await api.one('shippings', parcels[2]!.id)).status).toBe('RETURNED')
  expect((await api.one('shippings', parcels[1]!.id)).status).toBe('REFUSED')
})

test('digits by hand, slow or torn scans and pasted numbers are codes: Enter after them commits nothing', {
  tag: '@full',
}, async ({ page, app, api, context }) => {
  const courier = await newCourier(api)
  const parcels = await newParcels(api, await newCourier(api), 7)
  const [scannedFirst, slow, torn, late, tornLate, byHand, pasted] = parcels as [
    Shipping,
    Shipping,
    Shipping,
    Shipping,
    Shipping,
    Shipping,
    Shipping,
  ]
  await app.openAs('admin', `/shippings/scan?action=dispatch&delivery=${courier.id}`)
  await expect(verdict(page)).toContainText(courier.name)
  const scan = await scannerOn(page)
  const isScanned = (parcel: Shipping) =>
    expect(scanned(page).filter({ hasText: String(parcel.number) })).toContainText('Oui')
  const field = page.getByRole('textbox', { name: 'Code ou numéro du colis' })
  await scan(codeOf(scannedFirst))
  await isScanned(scannedFirst)

  await test.step('a scanner that is slower than any', async () => {
    await page.keyboard.type(codeOf(slow), { delay: 90 })
    await page.keyboard.press('Enter')
    await isScanned(slow)
    await expect(field).not.toBeFocused()
  })
  await test.step('a scan that was torn apart, and one whose Enter comes late', async () => {
    await page.keyboard.type(codeOf(torn).slice(0, 4))
    await expect(field).toHaveValue(codeOf(torn).slice(0, 4))
    await page.keyboard.type(codeOf(torn).slice(4))
    await page.keyboard.press('Enter')
    await isScanned(torn)
    await page.keyboard.type(codeOf(late))
    await expect(field).toHaveValue(codeOf(late))
    await page.keyboard.press('Enter')
    await isScanned(late)
    await page.keyboard.type(codeOf(tornLate).slice(0, 3))
    await expect(field).toBeFocused()
    await scan(codeOf(tornLate).slice(3))
    await isScanned(tornLate)
  })
  await test.step('the number on a torn label, after a mistake', async () => {
    await app.press('1', '2', 'Escape')
    await expect(field).toHaveValue('')
    await app.press('n')
    await app.enter(String(byHand.number))
    await isScanned(byHand)
  })
  await test.step('a number of no parcel is shown as it was typed', async () => {
    await app.press('n')
    await app.enter('99999')
    await expect(verdict(page)).toContainText('99999')
    const unknown = page.getByRole('list', { name: 'Codes inconnus' })
    await expect(unknown.getByRole('listitem')).toHaveText(/^99999\D/)
    await expect(page.getByText('100000999994')).toHaveCount(0)
    await page.reload()
    await expect(unknown.getByRole('listitem')).toHaveText(/^99999\D/)
    await page.getByRole('button', { name: 'Retirer 99999' }).click()
    await expect(unknown).toHaveCount(0)
  })
  await test.step('pasted numbers', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate(
      (text) => navigator.clipboard.writeText(text),
      `n° ${pasted.number}\n${slow.number}\n`,
    )
    await app.press('Control+v')
    await isScanned(pasted)
  })
  await expect(scanned(page)).toHaveCount(7)
  const statuses = async () =>
    (await Promise.all(parcels.map(({ id }) => api.one('shippings', id)))).map(({ status }) => status)
  expect(await statuses()).toEqual(parcels.map(() => 'ASSIGNED'))

  await test.step('Enter on a row of the list commits, and u brings the scans back with the parcels', async () => {
    await app.press('ArrowDown', 'Enter')
    await expect(verdict(page)).toContainText('7 colis validés')
    await app.press('u')
    await expect.poll(statuses).toEqual(parcels.map(() => 'ASSIGNED'))
    await expect(scanned(page).filter({ hasText: 'Oui' })).toHaveCount(7)
  })
})

test('a key right after g x is for the screen that comes', full, async ({ page, app }) => {
  await page.route('**/assets/scan-session-*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700))
    await route.continue()
  })
  await app.openAs('admin', '/journal')
  await expect(heading(page)).toHaveText('Journal')
  await app.press('g', 'x', '7')
  await expect(verdict(page)).toContainText('Sélectionner seulement')
})

test('parcels that are only collected are selected in the list', full, async ({ page, app, api }) => {
  const courier = await newCourier(api)
  const parcels = await newParcels(api, courier, 4)
  await app.openAs('admin', '/journal')
  await expect(heading(page)).toHaveText('Journal')
  await app.press('g', 'x')
  await app.press('7')
  await expect(verdict(page)).toContainText('Sélectionner seulement')
  const scan = await scannerOn(page)
  for (const parcel of parcels.slice(0, 3)) await scan(codeOf(parcel))
  await expect(scanned(page).filter({ hasText: 'Oui' })).toHaveCount(3)
  await app.press('Enter')
  await expect(page).toHaveURL('/shippings/list')
  await expect(page.getByRole('toolbar', { name: 'Sélection' })).toContainText('3')
  await app.press('s', '1')
  await expect(page.getByRole('dialog')).toContainText('3 changeraient')
  await app.press('Enter')
  await expect
    .poll(async () =>
      (await Promise.all(parcels.map(({ id }) => api.one('shippings', id)))).map(({ status }) => status),
    )
    .toEqual(['OUT_FOR_DELIVERY', 'OUT_FOR_DELIVERY', 'OUT_FOR_DELIVERY', 'ASSIGNED'])
  await app.press('g', 'x')
  await expect(heading(page)).toHaveText('Scanner des colis')
  await expect(scanned(page)).toHaveCount(0)
})

test('without a network scans are kept, and judged when it is back; Enter commits none of them unseen', {
  tag: '@full',
}, async ({ page, app, api, context }) => {
  app.expectErrors(/ERR_INTERNET_DISCONNECTED/)
  const courier = await newCourier(api)
  const parcels = await newParcels(api, courier, 2)
  await app.openAs('admin', `/shippings/scan?action=dispatch&delivery=${courier.id}`)
  await expect(verdict(page)).toContainText(courier.name)
  await expect(page).toHaveURL('/shippings/scan')
  const scan = await scannerOn(page)
  await context.setOffline(true)
  for (const parcel of parcels) await scan(codeOf(parcel))
  await expect(page.getByRole('main')).toContainText('2 scans attendent')
  await app.press('Enter')
  await expect(page.getByRole('main')).toContainText('2 scans attendent')
  await context.setOffline(false)
  await expect(scanned(page).filter({ hasText: 'Oui' })).toHaveCount(2)
  await expect(page.getByRole('main')).not.toContainText('Pas de connexion')
  expect((await api.one('shippings', parcels[0]!.id)).status).toBe('ASSIGNED')
})
