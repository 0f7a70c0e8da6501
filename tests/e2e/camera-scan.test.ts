import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { encodeScan } from '../../domain/scans/scan-code.ts'
import type { Shipping } from '../../domain/shippings/shipping.ts'
import type { Api } from './support/api.ts'
import { cardOf, round, shellStored } from './support/delivery-round.ts'
import { newParcel, newParcels } from './support/parcels.ts'
import { newCourier } from './support/records.ts'
import { expect, full, test } from './support/test.ts'

/** File shown by the browser's fake camera, read on each opening. */
const film = path.join(tmpdir(), `waybill-camera-${process.pid}.mjpeg`)

test.use({
  viewport: { width: 390, height: 844 },
  expectedErrors: [/ERR_INTERNET_DISCONNECTED|Permissions policy violation/],
  launchOptions: {
    executablePath: process.env.CHROMIUM_PATH,
    // The headless shell cannot ask: permission is granted as far as the page's policy allows.
    args: [
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  },
})

/** Shows the parcel's label, slightly turned, on a grey table. */
const showLabel = async (api: Api, { id }: Pick<Shipping, 'id'>): Promise<void> => {
  const svg = await (await api.send('GET', `shippings/${id}/label.svg`)).body()
  const label = await sharp(svg, { density: 200 })
    .resize({ height: 700 })
    .rotate(3, { background: '#888' })
    .resize({ height: 720 })
    .png()
    .toBuffer()
  const frame = await sharp({ create: { width: 1280, height: 720, channels: 3, background: '#888' } })
    .composite([{ input: label, gravity: 'centre' }])
    .jpeg({ quality: 85 })
    .toBuffer()
  writeFileSync(film, Buffer.concat([frame, frame]))
}

const scanner = (page: Page) => page.getByRole('dialog', { name: 'Scanner un colis' })

test('the camera reads a label, offline too, and opens it', full, async ({ page, context, app, api }) => {
  const courier = await newCourier(api)
  const parcels = await newParcels(api, courier, 3)
  const [, second, third] = parcels as [Shipping, Shipping, Shipping]
  await api.put('shippings/status', { ids: parcels.map(({ id }) => id), status: 'OUT_FOR_DELIVERY' })
  await context.grantPermissions(['camera'])
  await showLabel(api, third)
  await app.openAs(courier.email, round)
  await expect(cardOf(page, third)).toBeVisible()

  await app.press('q')
  await expect(scanner(page)).toBeHidden()
  await expect(cardOf(page, third)).toBeFocused()
  await app.press('Enter')
  await expect(page.getByRole('dialog', { name: `Livrer le colis n° ${third.number}` })).toBeVisible()
  await app.press('Escape')

  await test.step('a parcel of somebody else is named, and the camera goes on', async () => {
    const foreign = await newParcel(api, await newCourier(api))
    await showLabel(api, foreign)
    await app.press('q')
    await expect(scanner(page).getByRole('status')).toHaveText(
      `Le colis n° ${foreign.number} n’est pas dans cette tournée.`,
    )
    await app.press('Escape')
    await expect(scanner(page)).toBeHidden()
  })

  await test.step('what is done with a parcel that was scanned offline is sent later', async () => {
    await shellStored(page)
    await showLabel(api, second)
    await context.setOffline(true)
    await app.press('q')
    await expect(cardOf(page, second)).toBeFocused()
    await app.press('Enter')
    await expect(page.getByRole('dialog', { name: `Livrer le colis n° ${second.number}` })).toBeVisible()
    await app.press('Enter')
    await expect(page.getByText('1 changement attend le réseau.')).toBeVisible()
    await context.setOffline(false)
    await expect.poll(async () => (await api.one('shippings', second.id)).status).toBe('DELIVERED')
  })
})

test('a refused camera says so, and opens once it is allowed', full, async ({ page, app, api }) => {
  const courier = await newCourier(api)
  const parcel = await newParcel(api, courier)
  await showLabel(api, parcel)
  // The browser enforces the page's permissions policy.
  await page.route('**/shippings/delivery/list', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({
      response: answer,
      headers: { ...answer.headers(), 'permissions-policy': 'camera=()' },
    })
  })
  await app.openAs(courier.email, round)
  await expect(cardOf(page, parcel)).toBeVisible()
  await app.press('q')
  await expect(scanner(page).getByRole('status')).toContainText('L’accès à la caméra est refusé.')
  await app.activate(scanner(page).getByRole('button', { name: 'Réessayer' }))
  await expect(scanner(page).getByRole('status')).toContainText('L’accès à la caméra est refusé.')
  await app.press('Escape')
  await expect(scanner(page)).toBeHidden()

  await page.unroute('**/shippings/delivery/list')
  await page.reload()
  await expect(cardOf(page, parcel)).toBeVisible()
  await app.press('q')
  await expect(cardOf(page, parcel)).toBeFocused()
})

test('a browser that reads codes itself fetches no decoder', full, async ({ page, context, app, api }) => {
  const courier = await newCourier(api)
  const parcel = await newParcel(api, courier)
  const files: string[] = []
  page.on('request', (request) => files.push(request.url()))
  await context.grantPermissions(['camera'])
  await showLabel(api, parcel)
  await page.addInitScript(
    (rawValue) => {
      Object.assign(globalThis, {
        BarcodeDetector: class {
          static getSupportedFormats(): Promise<string[]> {
            return Promise.resolve(['code_128', 'qr_code'])
          }

          detect = async () => [{ rawValue }]
        },
      })
    },
    encodeScan({ kind: 'shippings', number: parcel.number }),
  )
  await app.openAs(courier.email, round)
  await expect(cardOf(page, parcel)).toBeVisible()
  await shellStored(page)
  await app.press('q')
  await expect(cardOf(page, parcel)).toBeFocused()
  expect(files.filter((url) => url.includes('decode-frame'))).toEqual([])
})
