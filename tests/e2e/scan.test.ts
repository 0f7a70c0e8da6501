import type { Page } from '@playwright/test'
import { encodeScan, type ScanKind } from '../../domain/scans/scan-code.ts'
import { type ScannerOptions, scanStrokes } from '../support/scanner.ts'
import { newOrder } from './support/records.ts'
import { expect, test } from './support/test.ts'
import { plugIn } from './support/typing/keyboard.ts'

/** A scanner on the computer's keyboard: its keys follow each other as fast as the browser takes them. */
const scannerOn = async (page: Page) => {
  const keyboard = await plugIn(page)
  return (digits: string, options?: ScannerOptions) => keyboard.type(scanStrokes(digits, options))
}

const codeOf = (kind: ScanKind, { number }: { number: number }) => encodeScan({ kind, number })

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test.describe('on a list and on a page', () => {
  const ways: readonly { name: string; options: ScannerOptions }[] = [
    { name: 'QWERTY, row of digits', options: {} },
    { name: 'AZERTY, without Shift', options: { layout: 'AZERTY' } },
    { name: 'AZERTY, with Shift', options: { layout: 'AZERTY', shift: true } },
    { name: 'number block, ended by its Enter', options: { block: 'numpad', end: 'NumpadEnter' } },
    { name: 'Russian, ended by Tab', options: { layout: 'Russian', end: 'Tab' } },
  ]

  test('a scan opens the record and nothing else, on each layout', async ({ page, app, openAs, api }) => {
    const order = await newOrder(api)
    await openAs('admin', '/orders/list')
    const scan = await scannerOn(page)
    for (const { name, options } of ways) {
      await test.step(name, async () => {
        await app.listReady('Commandes')
        const changes = (await api.list('orders', { sort: '-updatedAt', limit: 1 })).items[0]!.version
        await scan(codeOf('orders', order), options)
        await expect(heading(page)).toHaveText(`Commande n° ${order.number}`)
        await expect(page).toHaveURL(`/orders/view/${order.id}`)
        await expect(page.getByRole('dialog')).toHaveCount(0)
        await expect(app.toasts.getByRole('listitem')).toHaveCount(0)
        expect((await api.list('orders', { sort: '-updatedAt', limit: 1 })).items[0]!.version).toBe(changes)
        await page.goBack()
        await expect(page).toHaveURL('/orders/list')
      })
    }
  })
})
