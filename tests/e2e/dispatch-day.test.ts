import type { Page } from '@playwright/test'
import type { HandoverDue } from '../../domain/handovers/handover.ts'
import { controlCode, encodeScan } from '../../domain/scans/scan-code.ts'
import { type ScanAction, scanActionNames } from '../../domain/scans/scan-session.ts'
import type { Shipping } from '../../domain/shippings/shipping.ts'
import type { User } from '../../domain/users/user.ts'
import { scanStrokes } from '../support/scanner.ts'
import type { Api } from './support/api.ts'
import type { AppPage } from './support/app-page.ts'
import { newParcels } from './support/parcels.ts'
import { printedSheets } from './support/read-pdf.ts'
import { newCourier, uniqueWord } from './support/records.ts'
import { expect, test } from './support/test.ts'
import { plugIn } from './support/typing/keyboard.ts'

const codeOf = ({ number }: Pick<Shipping, 'number'>) => encodeScan({ kind: 'shippings', number })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const verdict = (page: Page) => page.getByRole('region', { name: 'Dernier scan' })
const scanned = (page: Page) => page.getByRole('list', { name: 'Colis scannés' }).getByRole('listitem')

/** Scans parcels in a new session and commits it by the printed code. */
const runSession = async (
  { page, app, scan }: { page: Page; app: AppPage; scan: (digits: string) => Promise<void> },
  { action, courier, parcels }: { action: ScanAction; courier?: User; parcels: readonly Shipping[] },
) => {
  await app.press('g', 'x')
  await expect(heading(page)).toHaveText('Scanner des colis')
  if (await verdict(page).isVisible()) await app.press('Escape')
  await app.press(String(scanActionNames.indexOf(action) + 1))
  if (courier !== undefined) {
    await expect(app.palette).toBeVisible()
    await app.type(courier.name)
    await expect(app.highlighted).toContainText(courier.name)
    await app.press('Enter')
    await expect(verdict(page)).toContainText(courier.name)
  }
  await expect(verdict(page)).toBeVisible()
  for (const parcel of parcels) {
    await scan(codeOf(parcel))
    await expect(verdict(page)).toContainText(parcel.customerName)
    await expect(verdict(page)).toContainText('Oui')
  }
  await expect(scanned(page)).toHaveCount(parcels.length)
  await scan(controlCode('done'))
  // Refusals and returns need confirmation, also by the printed code.
  if (action === 'refuse' || action === 'return' || action === 'damage') {
    await expect(page.getByRole('alertdialog')).toContainText(String(parcels.length))
    await scan(controlCode('done'))
  }
  await expect(verdict(page)).toContainText('validés')
  await expect(scanned(page)).toHaveCount(0)
}

const statusesOf = async (api: Api, parcels: readonly Shipping[]) => {
  const ids = parcels.map(({ id }) => id).join()
  const { items } = await api.list('shippings', { ids, limit: parcels.length })
  const statusOf = new Map(
    items.map(({ id, status, condition }) => [id, `${status} ${condition ?? ''}`.trim()]),
  )
  return parcels.map(({ id }) => statusOf.get(id))
}

const dueOf = async (api: Api, { id }: User): Promise<HandoverDue> =>
  (await (await api.send('GET', `handovers/due?country=ic&delivery=${id}`)).json()) as HandoverDue

const times = <Value>(count: number, value: Value): Value[] => Array.from({ length: count }, () => value)

test('a day at the dispatch: 40 labels, two rounds by scanner, returns, cash with a difference, and all of it taken back by u', {
  tag: '@full',
}, async ({ page, app, api }) => {
  const word = uniqueWord()
  const [one, other] = [await newCourier(api), await newCourier(api)]
  const parcels = await newParcels(api, await newCourier(api), 40, word)
  const [ofOne, ofOther] = [parcels.slice(0, 22), parcels.slice(22)]
  const [delivered, sound, damaged] = [ofOne.slice(0, 15), ofOne.slice(15, 19), ofOne.slice(19)]
  const keyboard = await plugIn(page)
  const scan = (digits: string) => keyboard.scan(scanStrokes(digits))
  await app.openList(`/shippings/list?q=${word}`)

  await test.step('labels of all 40, each with the code of its parcel, and their pick list', async () => {
    await app.press('Control+a', 'p')
    await expect(page.getByRole('article')).toHaveCount(40)
    await expect(page.getByRole('article').getByRole('img')).toHaveCount(80)
    const sheets = await printedSheets(page)
    expect(sheets.flatMap(({ symbols }) => symbols).sort()).toEqual(
      parcels.flatMap((parcel) => [`Code128 ${codeOf(parcel)}`, `QRCode ${codeOf(parcel)}`]).sort(),
    )
    await app.press('l')
    await expect(page.getByRole('row').last()).toHaveText('Total4040')
  })

  await test.step('both rounds go out, each with its manifest', async () => {
    await runSession({ page, app, scan }, { action: 'dispatch', courier: one, parcels: ofOne })
    await runSession({ page, app, scan }, { action: 'dispatch', courier: other, parcels: ofOther })
    const manifests = (await api.list('manifests', { deliveryGuy: `${one.id},${other.id}` })).items
    expect(manifests.map(({ parcels }) => parcels).sort()).toEqual([18, 22])
    await app.press('m')
    await expect(page.getByRole('article')).toContainText('Total, 18 colis')
    expect(await statusesOf(api, parcels)).toEqual(times(40, 'OUT_FOR_DELIVERY'))
  })

  await test.step('in the evening what was delivered, refused and returned is scanned', async () => {
    await runSession({ page, app, scan }, { action: 'deliver', parcels: delivered })
    await runSession({ page, app, scan }, { action: 'refuse', parcels: [...sound, ...damaged] })
    await runSession({ page, app, scan }, { action: 'return', parcels: sound })
    await runSession({ page, app, scan }, { action: 'damage', parcels: damaged })
    expect(await statusesOf(api, ofOne)).toEqual([
      ...times(15, 'DELIVERED'),
      ...times(4, 'RETURNED sound'),
      ...times(3, 'RETURNED damaged'),
    ])
  })

  await test.step('the cash is counted, some is missing, and the receipt says so', async () => {
    await app.press('g', 'm')
    await expect(heading(page)).toHaveText('Compter la caisse')
    await app.type(one.name)
    await expect(page.getByRole('option', { name: one.name })).toContainText('15 colis')
    await app.press('Enter')
    await app.enter('142000')
    await expect(page.getByRole('region', { name: 'Résultat du comptage' })).toContainText(
      /Il manque 500\sF\sCFA/,
    )
    await app.enter('Monnaie rendue')
    await expect(page.getByRole('article', { name: /^Reçu de caisse n° \d+$/ })).toContainText(
      'Monnaie rendue',
    )
    expect(await dueOf(api, one)).toMatchObject({ expected: 0, balance: -500 })
  })

  await test.step('u takes back the handover, both kinds of returns, the refusals, the deliveries and both rounds', async () => {
    const undone = async (expected: () => Promise<unknown>, value: unknown) => {
      await app.press('u')
      await expect.poll(expected).toEqual(value)
    }
    await undone(async () => (await dueOf(api, one)).expected, 142_500)
    await undone(() => statusesOf(api, damaged), times(3, 'REFUSED'))
    await undone(() => statusesOf(api, sound), times(4, 'REFUSED'))
    await undone(() => statusesOf(api, [...sound, ...damaged]), times(7, 'OUT_FOR_DELIVERY'))
    await undone(() => statusesOf(api, delivered), times(15, 'OUT_FOR_DELIVERY'))
    await undone(() => statusesOf(api, ofOther), times(18, 'ASSIGNED'))
    await undone(() => statusesOf(api, ofOne), times(22, 'ASSIGNED'))
    expect((await api.list('manifests', { deliveryGuy: `${one.id},${other.id}` })).total).toBe(0)
    expect(await dueOf(api, one)).toMatchObject({ expected: 0, balance: 0, parcels: 0 })
  })
})
