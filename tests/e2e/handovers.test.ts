import type { Page } from '@playwright/test'
import type { Analytics } from '../../domain/analytics/analytics.ts'
import type { Api } from './support/api.ts'
import { violations } from './support/axe.ts'
import { delivered, dueOf } from './support/parcels.ts'
import { printed } from './support/read-pdf.ts'
import { newCourier, uniqueWord } from './support/records.ts'
import { expect, full, test } from './support/shared-page.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const francs = (amount: string) => new RegExp(`${amount.replaceAll(' ', '\\s')}\\sF\\sCFA`)

test('cash is counted before it is shown, with a note for a difference, by keyboard alone, and undone by u', async ({
  page,
  app,
  api,
}) => {
  const courier = await newCourier(api)
  const [parcel] = await delivered(api, courier, 2)
  await app.openList('/shippings/list', 'agent')
  await app.press('g', 'm')
  await expect(heading(page)).toHaveText('Compter la caisse')
  const who = page.getByRole('combobox', { name: 'Livreur' })
  await expect(who).toBeFocused()
  await app.type(courier.name)
  await expect(page.getByRole('option', { name: courier.name })).toContainText('2 colis')
  await app.press('Enter')

  const counted = page.getByRole('textbox', { name: 'Compté' })
  await expect(counted).toBeFocused()
  await expect(page.getByText(francs('19 000'))).toHaveCount(0)
  await app.enter('abc')
  await expect(counted).toHaveAttribute('aria-invalid', 'true')
  await app.fill('19000')
  await app.press('Enter')
  const result = page.getByRole('region', { name: 'Résultat du comptage' })
  await expect(result).toContainText('Le compte est juste')
  await expect(page.getByRole('button', { name: 'Enregistrer la remise' })).toBeFocused()

  await test.step('counted again, some is missing', async () => {
    await app.press('Escape')
    await expect(counted).toBeFocused()
    await expect(result).toHaveCount(0)
    await app.fill('18 500')
    await app.press('Enter')
    await expect(result).toContainText(/Il manque 500\sF\sCFA/)
    await expect(result).toContainText(francs('19 000'))
    await expect(page.getByRole('cell', { name: parcel!.customerName })).toBeVisible()
    expect(await violations(page)).toEqual([])
    const note = page.getByRole('textbox', { name: 'Note' })
    await expect(note).toBeFocused()
    await app.press('Enter')
    await expect(note).toHaveAttribute('aria-invalid', 'true')
    await expect(note).toBeFocused()
    await app.enter('Monnaie rendue')
  })

  const receipt = page.getByRole('article', { name: /^Reçu de caisse n° \d+$/ })
  await expect(receipt).toBeFocused()
  await expect(receipt).toContainText(courier.name)
  await expect(receipt).toContainText(francs('18 500'))
  await expect(receipt).toContainText('Monnaie rendue')
  await expect(receipt).toContainText(String(parcel!.number))
  expect(await violations(page)).toEqual([])
  const { size, sheets } = await printed(page)
  expect(size).toBe('148 × 210')
  expect(sheets.join(' ')).toContain('Signature du livreur')
  expect(sheets.join(' ')).not.toContain('Imprimer')
  expect(await dueOf(api, courier)).toMatchObject({ expected: 0, balance: -500 })
  const refused = await api.send('PUT', `shippings/status/${parcel!.id}`, { status: 'OUT_FOR_DELIVERY' })
  expect(((await refused.json()) as { code: string }).code).toBe('CASH_HANDED_OVER')

  await app.press('u')
  await expect.poll(async () => (await dueOf(api, courier)).expected).toBe(19_000)
  await expect(page.getByText('Cette remise a été annulée')).toBeVisible()
  await app.press('Shift+U')
  await expect(page.getByText('Cette remise a été annulée')).toHaveCount(0)
  expect(await dueOf(api, courier)).toMatchObject({ expected: 0, balance: -500 })
})

test('who holds cash is listed without sums, a first name comes before others, and a large difference is asked about', async ({
  page,
  app,
  api,
}) => {
  const word = uniqueWord()
  const named = `${word.charAt(0).toUpperCase()}${word.slice(1)}`
  const [cedric, kouassi] = [await newCourier(api), await newCourier(api)]
  await api.update('users', cedric.id, { name: `Cédric ${named}` })
  await api.update('users', kouassi.id, { name: `${named} Kouassi` })
  await delivered(api, cedric, 1)
  await delivered(api, kouassi, 1)
  await app.openAs('admin', '/handovers/count')
  const holders = page.getByRole('region', { name: 'Ont de l’argent à remettre' })
  const listed = holders.getByRole('button').filter({ hasText: named })
  await expect(listed).toHaveText([
    new RegExp(`^Cédric ${named}1 colis`),
    new RegExp(`^${named} Kouassi1 colis`),
  ])
  await expect(holders).not.toContainText('CFA')
  await expect(page.getByRole('combobox', { name: 'Livreur' })).toBeFocused()
  await app.press('Control+Enter')
  await expect(page.getByText('Choisissez d’abord le livreur')).toBeVisible()
  await app.type(word)
  await expect(page.getByRole('option')).toHaveCount(2)
  await app.press('Enter')
  await expect(page.getByRole('option', { selected: true })).toContainText(`${named} Kouassi`)
  await app.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Compté' })).toBeFocused()
  await app.type('1000')
  await app.press('Control+Enter')
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused()
  await app.type('x')
  await app.press('Control+Enter')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(francs('8 500'))
  await app.press('Escape')
  await expect(question).toHaveCount(0)
  expect(await dueOf(api, kouassi)).toMatchObject({ expected: 9500, balance: 0 })
})

test('a parcel delivered while the cash is counted changes the sum', full, async ({ page, app, api }) => {
  // The refused count, and the page of an undone handover.
  app.expectErrors(/status of (404|409)/)
  const courier = await newCourier(api)
  await delivered(api, courier, 1)
  await app.openAs('admin', `/handovers/count?delivery=${courier.id}`)
  const counted = page.getByRole('textbox', { name: 'Compté' })
  await expect(counted).toBeFocused()
  await app.enter('19000')
  const result = page.getByRole('region', { name: 'Résultat du comptage' })
  await expect(result).toContainText(/9\s500\sF\sCFA de trop/)
  await delivered(api, courier, 1)
  await app.enter('Compté deux fois')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Enregistrer la remise' }).press('Enter')
  await expect(page.getByText('La caisse du livreur a changé')).toBeVisible()
  await expect(result).toContainText('Le compte est juste')
  await expect(page.getByRole('button', { name: 'Enregistrer la remise' })).toBeFocused()
  await app.press('Enter')
  await expect(page.getByRole('article', { name: /^Reçu de caisse/ })).toBeFocused()
  expect(await dueOf(api, courier)).toMatchObject({ expected: 0, balance: 0 })

  await test.step('the receipt leads to the list, and its record to the undo', async () => {
    await app.press('Escape')
    await app.listReady('Remises de caisse')
    expect((await app.active())?.cells.join(' ')).toContain(courier.name)
    await app.press('Enter')
    await expect(heading(page)).toHaveText(/^Remise de caisse n° \d+$/)
    await expect(page.getByRole('region', { name: 'Colis remis' }).getByRole('row')).toHaveCount(3)
    await app.ask('annuler la remise')
    await expect(app.highlighted).toContainText('Annuler la remise')
    await app.press('Enter')
    await expect(page.getByRole('alertdialog')).toContainText(courier.name)
    await app.press('Control+Enter')
    await expect.poll(async () => (await dueOf(api, courier)).expected).toBe(19_000)
  })
})

test('the dashboard shows cash with drivers and in the box, and each figure opens the list that it adds up', {
  tag: '@full',
}, async ({ page, app, api }) => {
  const courier = await newCourier(api)
  await delivered(api, courier, 1)
  await app.openAs('admin', '/dashboard')
  const panel = page.getByRole('region', { name: 'Caisse' })
  for (const [name, figure, list, title, amount] of [
    ['withDrivers', 'Chez les livreurs', 'shippings', 'Livraisons', 'collected'],
    ['inBox', 'Remis à la caisse', 'handovers', 'Remises de caisse', 'counted'],
  ] as const) {
    const link = panel.getByRole('link', { name: figure })
    await expect(link).toBeVisible()
    const { cash } = await lastAnswer<Analytics>(api, 'analytics', page)
    const shown = cash.find((one) => one.name === name)?.value ?? 0
    expect(shown).toBeGreaterThan(0)
    await expect(link).toContainText(new Intl.NumberFormat('fr-FR').format(shown))
    await app.activate(link)
    await app.listReady(title)
    const { items, total } = await lastAnswer<{ items: Record<string, unknown>[]; total: number }>(
      api,
      list,
      page,
      { limit: '500', skip: '0' },
    )
    expect(items).toHaveLength(total)
    expect(await app.total()).toBe(total)
    expect(items.reduce((sum, row) => sum + Number(row[amount]), 0)).toBe(shown)
    await page.goBack()
  }
})

/** The last answer of the page's call to this path, repeated with other parameters if given. */
const lastAnswer = async <Body>(
  api: Api,
  path: string,
  page: Page,
  parameters: Record<string, string> = {},
): Promise<Body> => {
  const url = await page.evaluate(
    (pathname) =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => new URL(name).pathname === pathname)
        .at(-1),
    `/api/${path}`,
  )
  const query = new URLSearchParams([
    ...[...new URL(url!).searchParams].filter(([name]) => !(name in parameters)),
    ...Object.entries(parameters),
  ])
  return (await (await api.send('GET', `${path}?${query}`)).json()) as Body
}
