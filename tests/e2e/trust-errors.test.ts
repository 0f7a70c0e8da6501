import type { Page } from '@playwright/test'
import errors from '../../locales/fr/errors.json' with { type: 'json' }
import { casesOf } from '../support/is-full.ts'
import { trackGuarantee } from '../support/trust/guarantee.ts'
import { demoPassword, openApi } from './support/api.ts'
import { createAppPage } from './support/app-page.ts'
import { newAdmin, newOrder } from './support/records.ts'
import { standBetween } from './support/stand-between.ts'
import { expect, full, test } from './support/test.ts'

test.use({ expectedErrors: [/status of [45]\d\d|ERR_FAILED|ERR_INTERNET_DISCONNECTED/] })

const refusals = [
  [403, 'FORBIDDEN'],
  [409, 'CONFLICT'],
  [413, 'BODY_TOO_LARGE'],
  [422, 'OUT_OF_STOCK'],
  [429, 'TOO_MANY_ATTEMPTS'],
  [500, 'INTERNAL'],
  [503, 'OVERLOADED'],
  [507, 'DISK_FULL'],
  [null, 'OFFLINE'],
] as const

test('a failed save says what happened, what was kept and what to press, and succeeds when pressed', {
  tag: '@full',
}, async ({ page, app, api }) => {
  const guarantee = trackGuarantee('a failed save says what happened, what was stored, what to press')
  const order = await newOrder(api)
  await standBetween(page)
  await app.openAs('admin', `/orders/edit/${order.id}`)
  const name = page.getByLabel('Client')
  await app.tabTo(name)
  await app.fill('Mariam Traoré')
  const calls = `**/api/orders/${order.id}`
  for (const [status, code] of casesOf(refusals, (_, at) => at % 3 === 2)) {
    await page.route(calls, (route) => {
      if (route.request().method() !== 'PUT') return route.continue()
      return status === null
        ? route.abort()
        : route.fulfill({ status, json: { code, status, detail: code, requestId: 'req-4711' } })
    })
    await app.press('Control+Enter')
    const notice = page.getByRole('status').filter({ hasText: 'Votre saisie est gardée ici.' })
    await expect(notice, code).toContainText(errors[code], { timeout: 15_000 })
    if (code === 'INTERNAL') await expect(notice).toContainText('req-4711')
    await expect(notice.getByRole('button', { name: 'Réessayer' })).toBeVisible()
    await expect(name).toHaveValue('Mariam Traoré')
    guarantee.tried()
    await page.unroute(calls)
  }
  await app.activate(page.getByRole('button', { name: 'Réessayer' }))
  await app.listReady('Commandes')
  const saved = await api.one('orders', order.id)
  if (saved.customerName !== 'Mariam Traoré' || saved.version !== 2)
    guarantee.broke(`saved as ${saved.version}`)
  guarantee.tried()
  guarantee.report()
})

test('a list that cannot be had says why and what to press', full, async ({ page, app }) => {
  const guarantee = trackGuarantee('a failed list says what happened, what was stored, what to press')
  await standBetween(page)
  await app.openList('/orders/list')
  for (const [status, code] of [
    [403, 'FORBIDDEN'],
    [500, 'INTERNAL'],
  ] as const) {
    await page.route('**/api/orders?**', (route) =>
      route.fulfill({ status, json: { code, status, detail: code, requestId: 'req-4712' } }),
    )
    await app.press('r')
    const alert = page.getByRole('alert').filter({ hasText: errors[code] })
    await expect(alert).toBeVisible()
    if (code === 'INTERNAL') await expect(alert).toContainText('req-4712')
    await page.unroute('**/api/orders?**')
    await app.activate(alert.getByRole('button', { name: 'Actualiser' }))
    await app.listReady('Commandes')
    guarantee.tried()
  }
  // During a short outage the rows stay, and the list is requested again automatically.
  for (const [status, code] of [
    [503, 'OVERLOADED'],
    [429, 'TOO_MANY_ATTEMPTS'],
  ] as const) {
    const total = await app.total()
    await page.route('**/api/orders?**', (route) => route.fulfill({ status, json: { code, status } }))
    await app.press('r')
    const notice = page.getByRole('status').filter({ hasText: errors[code] })
    await expect(notice).toBeVisible()
    if ((await app.total()) !== total) guarantee.broke(`${code} took the rows away`)
    await page.unroute('**/api/orders?**')
    await expect(notice).toBeHidden()
    await app.listReady('Commandes')
    guarantee.tried()
  }
  guarantee.report()
})

test('what is typed outlives reload and session for its person', full, async ({ page, app, api }) => {
  const guarantee = trackGuarantee(
    'what is typed outlives a reload and an ended session, for its person alone',
  )
  page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined))
  const order = await newOrder(api)
  const path = `/orders/edit/${order.id}`
  await app.openAs('admin', path)
  const name = page.getByLabel('Client')
  const draftNotice = page.getByText('Votre saisie non enregistrée est reprise ici.')
  await app.tabTo(name)
  await app.fill('Gardée Ici')
  await page.reload()
  await expect(draftNotice).toBeVisible()
  await expect(name).toHaveValue('Gardée Ici')
  guarantee.tried()

  // The session ends meanwhile: after the login the draft is restored.
  await page.route('**/api/**', (route) => route.fulfill({ status: 401, json: { code: 'UNAUTHORIZED' } }))
  await app.press('Control+Enter')
  await expect(page.getByLabel('Adresse e-mail')).toBeVisible()
  await page.unroute('**/api/**')
  await app.logIn('admin@waybill.test', demoPassword)
  await expect(draftNotice).toBeVisible()
  await expect(name).toHaveValue('Gardée Ici')
  guarantee.tried()

  await app.openList('/orders/list', 'seller')
  const others = await page.evaluate(
    () => Object.keys(sessionStorage).filter((key) => key.startsWith('draft ')).length,
  )
  await app.openAs('admin', path)
  await expect(name).toHaveValue('Gardée Ici')
  if (others > 1) guarantee.broke('drafts were made of nothing')
  guarantee.tried()

  await app.tabTo(name)
  await app.press('Control+Enter')
  await app.listReady('Commandes')
  await app.openAs('admin', path)
  await expect(name).toHaveValue('Gardée Ici')
  if ((await draftNotice.count()) > 0) guarantee.broke('what was saved is still a draft')
  expect((await api.one('orders', order.id)).customerName).toBe('Gardée Ici')
  guarantee.tried()

  // Starting over restores the server's record; leaving after the confirmation discards the draft.
  await app.tabTo(name)
  await app.fill('Jamais')
  await page.reload()
  await app.activate(page.getByRole('button', { name: 'Repartir de zéro' }), 'Shift+Tab')
  await expect(name).toHaveValue('Gardée Ici')
  await expect(draftNotice).toBeHidden()
  guarantee.tried()
  guarantee.report()
})

test('what is typed outlives its tab for its person alone', full, async ({ context, playwright, server }) => {
  const guarantee = trackGuarantee('form input outlives its tab, for a week and for its user only')
  const open = async (who: string) => {
    const { session, close } = await openApi(playwright, server.url, who)
    await close()
    const tab = await context.newPage()
    tab.on('dialog', (dialog) => void dialog.accept().catch(() => undefined))
    await tab.goto('/favicon.svg')
    await tab.evaluate((record) => sessionStorage.setItem('session', record), JSON.stringify(session))
    await tab.goto('/users/add')
    const name = tab.getByRole('textbox', { name: /^Nom/ })
    const password = tab.getByLabel(/^Mot de passe/)
    await expect(name).toBeVisible()
    return {
      tab,
      name,
      password,
      draftNotice: tab.getByText('Votre saisie non enregistrée est reprise ici.'),
    }
  }
  const leave = async ({ tab }: { tab: Page }) => {
    const closed = tab.waitForEvent('close')
    await tab.close({ runBeforeUnload: true })
    await closed
  }
  const first = await open('admin')
  await createAppPage(first.tab).tabTo(first.name)
  await first.tab.keyboard.type('Gardée Ailleurs')
  await createAppPage(first.tab).tabTo(first.password)
  await first.tab.keyboard.type('jamais-gardé')
  // Another tab has its own draft.
  const beside = await open('admin')
  await expect(beside.name).toHaveValue('')
  guarantee.tried()
  await leave(beside)
  await leave(first)

  const fresh = await context.newPage()
  await fresh.goto('/favicon.svg')
  const left = await fresh.evaluate(() => JSON.stringify({ ...localStorage }))
  if (left.includes('jamais-gardé')) guarantee.broke('a password was kept')
  guarantee.tried()
  await fresh.close()

  const second = await open('admin')
  await expect(second.draftNotice).toBeVisible()
  await expect(second.name).toHaveValue('Gardée Ailleurs')
  guarantee.tried()
  await leave(second)

  const other = await newAdmin(await openApi(playwright, server.url, 'admin'))
  const theirs = await open(other.email)
  await expect(theirs.name).toHaveValue('')
  if (await theirs.tab.evaluate(() => JSON.stringify({ ...localStorage }).includes('Gardée Ailleurs')))
    guarantee.broke('another has it on their device')
  guarantee.tried()
  await leave(theirs)
  guarantee.report()
})
