import type { Page } from '@playwright/test'
import errors from '../../locales/fr/errors.json' with { type: 'json' }
import { rounds } from '../support/is-full.ts'
import { fieldSpreadsheet } from '../support/spreadsheets/field-spreadsheet.ts'
import { trackGuarantee } from '../support/trust/guarantee.ts'
import { demoPassword } from './support/api.ts'
import { newProduct } from './support/records.ts'
import { standBetween } from './support/stand-between.ts'
import { expect, full, test } from './support/test.ts'

test.use({ expectedErrors: [/status of [45]\d\d|ERR_FAILED/] })
test.setTimeout(rounds(3_600_000, 300_000))

type Refusal = { status: number | null; code: keyof typeof errors; isForeign?: true }

/** Refusals that are retried automatically before they are shown take seconds each and come last. */
const refusals: readonly Refusal[] = [
  { status: 507, code: 'DISK_FULL' },
  { status: 429, code: 'TOO_MANY_ATTEMPTS' },
  { status: 413, code: 'BODY_TOO_LARGE', isForeign: true },
  { status: 403, code: 'FORBIDDEN' },
  { status: 409, code: 'IDEMPOTENCY_IN_FLIGHT' },
  { status: 500, code: 'INTERNAL' },
  { status: 503, code: 'OVERLOADED' },
  { status: 504, code: 'OVERLOADED', isForeign: true },
  { status: null, code: 'OFFLINE' },
]
const tried = refusals.slice(0, rounds(refusals.length, 3))
const clock = /Réessayez à \d\d:\d\d:\d\d\./

/** Makes these calls fail: with the server's answer, a proxy's, or none. */
const refuse = (page: Page, calls: string, { status, code, isForeign }: Refusal) =>
  page.route(calls, (route) => {
    if (route.request().method() === 'GET') return route.continue()
    if (status === null) return route.abort()
    const headers: Record<string, string> = status === 429 ? { 'retry-after': '90' } : {}
    if (isForeign) return route.fulfill({ status, headers, contentType: 'text/html', body: '<h1>nginx</h1>' })
    return route.fulfill({ status, headers, json: { code, status, requestId: 'req-4713' } })
  })

test('an export that fails says why and what to press, then comes', full, async ({ page, app }) => {
  const guarantee = trackGuarantee('a failed export says what happened, what was stored, what to press')
  await standBetween(page)
  await app.openList('/orders/list')
  const calls = '**/api/orders/download**'
  for (const refusal of tried) {
    await refuse(page, calls, refusal)
    await app.press('Shift+E')
    await expect(app.toasts, refusal.code).toContainText(errors[refusal.code], { timeout: 25_000 })
    if (refusal.status === 429) await expect(app.toasts).toContainText(clock)
    await page.unroute(calls)
    const downloading = page.waitForEvent('download')
    await app.press('F8')
    await app.activate(app.toasts.getByRole('button', { name: 'Réessayer' }), 'Shift+Tab')
    if (!(await downloading).suggestedFilename().startsWith('Commandes '))
      guarantee.broke(`${refusal.code}: another file`)
    await expect(app.toasts).toContainText('est dans vos téléchargements')
    guarantee.tried()
    await app.press('Escape')
  }
  guarantee.report()
})

test('a failed import says why, whether anything was written, and continues with the same file', {
  tag: '@full',
}, async ({ page, app, api }) => {
  const guarantee = trackGuarantee('a failed import says what happened, what was stored, what to press')
  const product = await newProduct(api)
  const count = async () => (await api.list('orders', { product: product.id, limit: 1 })).total
  await standBetween(page)
  await app.openAs('admin', '/orders/import')
  const choose = page.getByRole('button', { name: 'Choisir un fichier' })
  const { bytes, expected } = fieldSpreadsheet({ rows: 12, seed: 21, products: [product] })
  await app.chooseFile(choose, 'mai.xlsx', bytes)
  const importing = page.getByRole('button', { name: `Importer ${expected.valid} commandes` })
  const calls = '**/api/orders/upload-multiple**'
  for (const refusal of tried.filter(({ code }) => code !== 'FORBIDDEN' && code !== 'BODY_TOO_LARGE')) {
    await expect(importing).toBeVisible()
    await expect(page.getByRole('grid', { name: 'Aperçu des lignes' })).toBeFocused()
    await expect(page.getByText('Le serveur contrôle les lignes…')).toBeHidden()
    await refuse(page, calls, refusal)
    await app.press('Control+Enter')
    const alert = page.getByRole('alert').filter({ hasText: 'mai.xlsx' })
    if (refusal.status !== null)
      await expect(alert, refusal.code).toContainText(errors[refusal.code], { timeout: 25_000 })
    else await expect(alert).toContainText('réessayer ne créera rien deux fois', { timeout: 25_000 })
    if (refusal.status === 429) await expect(alert).toContainText(clock)
    if (refusal.status === 504) await expect(alert).not.toContainText('Rien n’a été écrit.')
    if (refusal.status === 507) await expect(alert).toContainText('Rien n’a été écrit.')
    if ((await count()) !== 0) guarantee.broke(`${refusal.code}: something was written`)
    await page.unroute(calls)
    guarantee.tried()
    await expect(page.getByRole('button', { name: 'Réessayer' })).toBeFocused()
    await app.press('Enter')
    await expect(page.getByText(`${expected.valid} commandes créées`)).toBeVisible()
    if ((await count()) !== expected.valid) guarantee.broke(`${refusal.code}: written ${await count()} times`)
    await app.press('z')
    await expect(page.getByText('L’import a été défait')).toBeVisible()
    const again = page.getByRole('button', { name: 'Importer un autre fichier' })
    await app.tabTo(again)
    await app.chooseFile(again, 'mai.xlsx', bytes)
  }
  guarantee.report()
})

test('a refused login says why and when to retry, and keeps what was typed', full, async ({ page, app }) => {
  const guarantee = trackGuarantee('a refused login says what happened and when to retry; the input stays')
  await standBetween(page)
  await page.goto('/auth/login')
  const calls = '**/api/sessions'
  for (const refusal of tried.filter(({ status }) => status !== 403 && status !== 413)) {
    await refuse(page, calls, refusal)
    await expect(page.getByLabel('Adresse e-mail')).toBeVisible()
    if (refusal === tried[0]) await app.logIn('admin@waybill.test', demoPassword)
    else await app.press('Enter')
    const alert = page.getByRole('alert').filter({ hasText: /\S/ })
    await expect(alert).toHaveCount(1, { timeout: 25_000 })
    if (refusal.status === 429) await expect(alert).toContainText(clock)
    await expect(page.getByLabel('Adresse e-mail')).toHaveValue('admin@waybill.test')
    await page.unroute(calls)
    guarantee.tried()
    await app.tabTo(page.getByLabel('Mot de passe', { exact: true }))
  }
  await app.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Tableau de bord' })).toBeVisible()
  guarantee.tried()
  guarantee.report()
})
