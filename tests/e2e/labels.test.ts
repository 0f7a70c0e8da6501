import type { Page } from '@playwright/test'
import { type LabelFormatName, labelFormatNames } from '../../domain/labels/label-format-names.ts'
import { labelFormats } from '../../domain/labels/label-layout.ts'
import { encodeScan } from '../../domain/scans/scan-code.ts'
import type { Shipping } from '../../domain/shippings/shipping.ts'
import { violations } from './support/axe.ts'
import { newParcels } from './support/parcels.ts'
import { printedSheets } from './support/read-pdf.ts'
import { newCourier, newOrder, newProduct, uniqueWord } from './support/records.ts'
import { expect, full, test } from './support/test.ts'

const formatLabels: Record<LabelFormatName, string> = {
  '100x150': '100 × 150 mm',
  a6: 'A6',
  'a4-8': 'A4, 8 par feuille',
}

const codeOf = ({ number }: Shipping) => encodeScan({ kind: 'shippings', number })
const labelOf = (page: Page, { number }: Shipping) => page.getByRole('article', { name: `N° ${number}` })

/** Symbols of each parcel as read by a scanner. */
const symbolsOf = (parcels: readonly Shipping[]) =>
  parcels.flatMap((parcel) => [`Code128 ${codeOf(parcel)}`, `QRCode ${codeOf(parcel)}`]).sort()

/** Chooses one of a group of radio buttons by Tab and the arrows. */
const choose = async (
  page: Page,
  app: {
    tabTo: (control: ReturnType<Page['getByRole']>) => Promise<void>
    press: (...keys: string[]) => Promise<void>
  },
  group: string,
  name: string,
) => {
  const radios = page.getByRole('group', { name: group })
  await app.tabTo(radios.getByRole('radio', { checked: true }))
  for (let tries = 0; tries < 4; tries++) {
    if (await radios.getByRole('radio', { name, exact: true }).isChecked()) return
    await app.press('ArrowRight')
  }
  await expect(radios.getByRole('radio', { name, exact: true })).toBeChecked()
}

/** Overflowing texts by field; should be empty. */
const overflowing = (page: Page) =>
  page.locator('.label-face > p').evaluateAll((boxes) =>
    boxes
      .filter(
        ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
          // Tolerates rounding.
          scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1,
      )
      .map((box) => `${box.getAttribute('data-field')}: ${box.textContent}`),
  )

test('p prints the labels of the selection in every format, and each code leads back to its parcel', {
  tag: '@full',
}, async ({ page, app, api }) => {
  const word = uniqueWord()
  const parcels = await newParcels(api, await newCourier(api), 9, word)
  await app.openList(`/shippings/list?q=${word}`)
  await app.press('Control+a', 'p')
  await expect(page).toHaveURL(/\/shippings\/labels\?/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Étiquettes')
  for (const parcel of parcels) {
    await expect(labelOf(page, parcel)).toContainText(parcel.customerName)
    await expect(labelOf(page, parcel).getByRole('img')).toHaveCount(2)
  }
  await expect(labelOf(page, parcels[0]!)).toContainText(/À encaisser\s+9\s500\sF\sCFA/)
  await expect(labelOf(page, parcels[0]!)).not.toContainText('Réimpression')
  expect(await violations(page)).toEqual([])

  for (const [turn, format] of labelFormatNames.entries()) {
    await test.step(format, async () => {
      await choose(page, app, 'Format', formatLabels[format])
      await page.emulateMedia({ media: 'print' })
      expect(await overflowing(page)).toEqual([])
      await page.emulateMedia({ media: null })
      const { size, columns, rows } = sizeOf(format)
      const sheets = await printedSheets(page)
      expect(sheets.map((sheet) => sheet.size)).toEqual(
        Array.from({ length: Math.ceil(parcels.length / (columns * rows)) }, () => size),
      )
      expect(sheets.flatMap(({ symbols }) => symbols).sort()).toEqual(symbolsOf(parcels))
      for (const { text } of sheets) expect(text).not.toMatch(/Imprimer|Rechercher/)
      // Prints from the browser's menu are counted too.
      await expect(labelOf(page, parcels[8]!)).toContainText(`Réimpression n° ${turn + 1}`)
    })
  }

  await test.step('reloaded, the format and the count are still there', async () => {
    await page.reload()
    await expect(page.getByRole('radio', { name: formatLabels['a4-8'] })).toBeChecked()
    await expect(labelOf(page, parcels[0]!)).toContainText('Réimpression n° 3')
    await app.press('Escape')
    await app.listReady('Livraisons')
    await expect(page).toHaveURL(`/shippings/list?q=${word}`)
  })
})

const sizeOf = (format: LabelFormatName) => {
  const { page, columns, rows } = labelFormats[format]
  return { size: `${page.width} × ${page.height}`, columns, rows }
}

test('every label is printed whole, also where the browser prints before all are drawn', {
  tag: '@full',
}, async ({ page, app, api }) => {
  const parcels = await newParcels(api, await newCourier(api), 28)
  await page.addInitScript(() => {
    localStorage.setItem('label-format', 'a4-8')
    // Once the first labels are drawn, drawing waits for a timer that does not come.
    const later = window.setTimeout.bind(window)
    const isBegun = () => document.querySelector('.label-face img') !== null
    window.setTimeout = ((run: () => void, delay = 0) =>
      later(run, delay === 0 && isBegun() ? 3_600_000 : delay)) as never
  })
  await app.openAs('admin', `/shippings/labels?ids=${parcels.map(({ id }) => id).join()}`)
  await expect(page.locator('.label-face')).toHaveCount(28)
  await expect(page.locator('.label-face img').first()).toBeVisible()
  const sheets = await printedSheets(page)
  expect(sheets).toHaveLength(4)
  expect(sheets.flatMap(({ symbols }) => symbols).sort()).toEqual(symbolsOf(parcels))
})

test('without a selection p takes the parcel in hand; its print is counted when it is printed, not before', {
  tag: '@full',
}, async ({ page, app, api }) => {
  await page.addInitScript(() => {
    window.print = () => {
      const label = document.querySelector('.label-face')?.textContent ?? ''
      document.body.setAttribute('data-printed', `${document.body.dataset.printed ?? ''}|${label}`)
    }
  })
  const printedTexts = () => page.evaluate(() => document.body.dataset.printed?.split('|').slice(1) ?? [])
  const printsOf = async (id: string) => {
    const answer = await api.send('POST', 'shippings/labels', { ids: [id], svg: false })
    return ((await answer.json()) as { items: { prints: number }[] }).items[0]?.prints
  }
  const word = uniqueWord()
  const [parcel] = (await newParcels(api, await newCourier(api), 2, word)) as [Shipping, Shipping]
  await app.openList(`/shippings/list?q=${word}&sort=number`, 'agent')
  await app.press('p')
  await expect(page).toHaveURL(new RegExp(`/shippings/labels\\?ids=${parcel.id}&`))
  await expect(labelOf(page, parcel).getByRole('img')).toHaveCount(2)
  expect(await printsOf(parcel.id)).toBe(0)
  await app.press('Control+p')
  await expect.poll(printedTexts).toHaveLength(1)
  expect((await printedTexts())[0]).not.toContain('Réimpression')
  expect(await printsOf(parcel.id)).toBe(1)

  await test.step('printed again, the paper says that it is a reprint', async () => {
    await app.press('p')
    await expect.poll(printedTexts).toHaveLength(2)
    expect((await printedTexts())[1]).toContain('Réimpression n° 1')
    expect(await printsOf(parcel.id)).toBe(2)
  })
})

test('a print that cannot be counted is not made, and is said', full, async ({ page, app, api }) => {
  app.expectErrors(/ERR_INTERNET_DISCONNECTED/)
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes')
  })
  const [parcel] = (await newParcels(api, await newCourier(api), 1)) as [Shipping]
  await app.openAs('admin', `/shippings/labels?ids=${parcel.id}`)
  await expect(labelOf(page, parcel).getByRole('img')).toHaveCount(2)
  await page.context().setOffline(true)
  await app.press('p')
  await expect(app.toasts).toContainText('Les étiquettes n’ont pas été imprimées')
  await expect(labelOf(page, parcel)).toBeVisible()
  expect(await page.evaluate(() => document.body.dataset.printed)).toBeUndefined()
  await page.context().setOffline(false)
  await app.press('p')
  await expect.poll(() => page.evaluate(() => document.body.dataset.printed)).toBe('yes')
  await expect(labelOf(page, parcel)).not.toContainText('Réimpression')
})

test('a long address and an Arabic name fit on every format', full, async ({ page, app, api }) => {
  const customerAddress =
    'Quartier Résidentiel Extension Nord, immeuble face à la grande pharmacie, 3e étage, '
      .repeat(4)
      .slice(0, 300)
  const product = (
    await newProduct(api, { name: 'Montre connectée étanche avec bracelet en métal et chargeur' })
  ).id
  const customers = [
    {
      customerName: 'محمد الأمين بن عبد الرحمن الطرابلسي',
      customerAddress: 'شارع الحبيب بورقيبة قرب المسجد الكبير، '.repeat(8).slice(0, 300),
    },
    {
      customerName: 'Wilhelmine Adjoua Marie-Françoise Mwangi Wambui-Ouédraogo '.repeat(2).slice(0, 118),
      customerAddress,
    },
    { customerName: 'Щукина Жанна Юрьевна', customerAddress: 'Щ'.repeat(300) },
  ]
  const orders = []
  for (const customer of customers)
    orders.push(await newOrder(api, { product, quantity: 10, price: 9_999_999, ...customer }))
  await api.put('orders/status', { ids: orders.map(({ id }) => id), status: 'CONFIRMED' })
  const parcels = (await api.list('shippings', { product, limit: 10, sort: 'number' })).items
  expect(parcels).toHaveLength(3)
  await app.openAs('admin', `/shippings/labels?ids=${parcels.map(({ id }) => id).join()}`)
  const arabic = labelOf(page, parcels.find(({ customerName }) => /\p{Script=Arabic}/u.test(customerName))!)
  for (const format of labelFormatNames) {
    await choose(page, app, 'Format', formatLabels[format])
    await expect(arabic.getByRole('img')).toHaveCount(2)
    await page.emulateMedia({ media: 'print' })
    expect(await overflowing(page), format).toEqual([])
    for (const parcel of parcels) {
      const text = (await labelOf(page, parcel).textContent())?.replace(/\s/g, '')
      expect(text).toContain(parcel.customerAddress.replace(/\s/g, ''))
      expect(text).toContain(parcel.customerName.replace(/\s/g, ''))
    }
    const name = arabic.locator('[data-field=customerName]')
    expect(await name.evaluate((box) => getComputedStyle(box).direction)).toBe('rtl')
    await page.emulateMedia({ media: null })
  }
  const sheets = await printedSheets(page)
  expect(sheets.flatMap(({ symbols }) => symbols).sort()).toEqual(symbolsOf(parcels))
})

test('the pick list adds up the selection, and counts no label', full, async ({ page, app, api }) => {
  const word = uniqueWord()
  const [watch, lamp] = [
    await newProduct(api, { name: `Montre ${word}` }),
    await newProduct(api, { name: `Lampe ${word}` }),
  ]
  const orders = []
  for (const [product, quantity] of [
    [watch, 2],
    [watch, 3],
    [lamp, 4],
  ] as const) {
    orders.push(await newOrder(api, { product: product.id, quantity, customerName: `Awa ${word}` }))
  }
  await api.put('orders/status', { ids: orders.map(({ id }) => id), status: 'CONFIRMED' })
  await app.openList(`/shippings/list?q=${word}`)
  await app.press('Control+a', 'p')
  await expect(page.getByRole('article')).toHaveCount(3)
  await app.press('l')
  await expect(page).toHaveURL(/[?&]sheet=picks/)
  const rows = page.getByRole('row')
  await expect(rows).toHaveText([
    'PrélevéProduitPiècesColis',
    `Lampe ${word}41`,
    `Montre ${word}52`,
    'Total93',
  ])
  expect(await violations(page)).toEqual([])
  const sheets = await printedSheets(page)
  expect(sheets.map(({ size }) => size)).toEqual(['210 × 297'])
  expect(sheets[0]?.text).toContain(`Montre ${word}`)
  await page.reload()
  await expect(rows).toHaveCount(4)
  await app.press('l')
  await expect(page.getByRole('article')).toHaveCount(3)
  await expect(page.getByText('Réimpression')).toHaveCount(0)
})

test('Escape and Back from the labels keep row and selection', full, async ({ page, app, api }) => {
  const word = uniqueWord()
  await newParcels(api, await newCourier(api), 5, word)
  await app.openList(`/shippings/list?q=${word}`)
  const ways = [
    ['Escape', () => app.press('Escape')],
    ['Back', () => page.goBack()],
  ] as const
  for (const [way, go] of ways) {
    await test.step(way, async () => {
      await app.press('Home', 'ArrowDown', 'Space', 'ArrowDown', 'ArrowDown', 'Space', 'p')
      await expect(page.getByRole('article')).toHaveCount(2)
      await go()
      await app.listReady('Livraisons')
      await expect(app.selection).toContainText('2')
      expect(await app.active()).toMatchObject({ at: 4, isSelected: true })
      await expect(app.grid.getByRole('row', { selected: true })).toHaveCount(2)
      await app.press('Escape')
      await expect(app.grid.getByRole('row', { selected: true })).toHaveCount(0)
    })
  }
  await test.step('everything but one', async () => {
    await app.press('Home', 'Control+a', 'Space', 'p')
    await expect(page.getByRole('article')).toHaveCount(4)
    await app.press('Escape')
    await app.listReady('Livraisons')
    await expect(app.grid.getByRole('row', { selected: true })).toHaveCount(4)
    expect(await app.active()).toMatchObject({ at: 1, isSelected: false })
  })
  await test.step('the row in hand alone is not selected', async () => {
    await app.press('Escape', 'p')
    await expect(page.getByRole('article')).toHaveCount(1)
    await app.press('Escape')
    await app.listReady('Livraisons')
    await expect(app.grid.getByRole('row', { selected: true })).toHaveCount(0)
  })
})

test('parcels without a label, or not to be picked, are named', full, async ({ page, app, api }) => {
  const word = uniqueWord()
  const [waiting, cancelled, delivered] = await newParcels(api, await newCourier(api), 3, word)
  await api.put('shippings/status', { ids: [cancelled!.id], status: 'CANCELLED' })
  await api.put('shippings/status', { ids: [delivered!.id], status: 'OUT_FOR_DELIVERY' })
  await api.put('shippings/status', { ids: [delivered!.id], status: 'DELIVERED' })
  const ids = [waiting, cancelled, delivered].map((parcel) => parcel!.id)

  await app.openAs('admin', `/shippings/labels?ids=${ids.join()}`)
  await expect(page.getByRole('article')).toHaveCount(2)
  const banner = page.getByText('1 colis de la sélection n’a pas d’étiquette')
  await expect(banner).toContainText(`N° ${cancelled!.number} (Annulée).`)
  await app.press('l')
  await expect(page.getByRole('row').last()).toHaveText('Total11')
  const left = page.getByText('2 colis de la sélection ne sont pas comptés')
  await expect(left).toContainText(`N° ${delivered!.number} (Livrée) et n° ${cancelled!.number} (Annulée).`)
  await expect(banner).toHaveCount(0)

  await test.step('everything that matches', async () => {
    await app.openAs('admin', `/shippings/labels?keyword=${word}`)
    await expect(page.getByRole('article')).toHaveCount(2)
    await expect(banner).toContainText(`N° ${cancelled!.number}`)
  })
})

test('a selection without any label says why, and leads back', full, async ({ page, app, api }) => {
  app.expectErrors(/404/)
  const [cancelled] = await newParcels(api, await newCourier(api), 1)
  await api.put('shippings/status', { ids: [cancelled!.id], status: 'CANCELLED' })
  await app.openAs('admin', `/shippings/labels?ids=${cancelled!.id}`)
  await expect(page.getByRole('heading', { name: 'Aucun colis à imprimer' })).toBeVisible()
  await expect(page.getByText('1 colis de la sélection n’a pas d’étiquette')).toContainText(
    `N° ${cancelled!.number} (Annulée).`,
  )
  await expect(page.getByText('Introuvable')).toHaveCount(0)
  await app.press('Escape')
  await app.listReady('Livraisons')
})

test('an address without a parcel leads back to the list', full, async ({ page, app }) => {
  await app.openAs('admin', '/shippings/labels')
  await expect(page.getByRole('heading', { name: 'Aucun colis à imprimer' })).toBeVisible()
  await app.press('Escape')
  await app.listReady('Livraisons')
})
