import { expect as expectOf, type Page } from '@playwright/test'
import { type Role, roles } from '../../domain/access/roles.ts'
import { admits, landings, type Route, routes } from '../../domain/access/routes.ts'
import { languageCodes } from '../../domain/languages.ts'
import type { MailTemplate } from '../../server/database/schema.ts'
import { mailTemplates } from '../../server/mail/mail-templates.ts'
import { renderMail } from '../../server/mail/render-mail.ts'
import { hostileMarkup } from '../builders/markup/hostile-markup.ts'
import { isWhole, rounds } from '../builders/trust/count-tries.ts'
import { openApi } from './support/api.ts'
import type { Desk } from './support/desk.ts'
import { watchHostile } from './support/hostile-eye.ts'
import { importHostile } from './support/hostile-import.ts'
import { type Hostile, keepHostileMacros, makeHostile, takesAddress } from './support/hostile-records.ts'
import { readHostileSheets } from './support/hostile-sheets.ts'
import { type Keeping, keeping } from './support/keeping.ts'
import { busyParts, goWithin } from './support/looks.ts'
import { printed } from './support/read-pdf.ts'
import { expect, test } from './support/test.ts'

test.setTimeout(rounds(600_000, 90_000))
// An image that a product names is not there: that is no fault of the page.
test.use({
  expectedErrors: [/ERR_NAME_NOT_RESOLVED|ERR_INTERNET_DISCONNECTED|status of 4\d\d/],
  // Every record's row stands at once.
  viewport: { width: 1440, height: 2_600 },
})

const texts = hostileMarkup.slice(...(isWhole ? [] : [1, 3]))
const walkers: readonly Role[] = isWhole ? roles : ['admin']

let hostile: Hostile
test.beforeAll(async ({ api, playwright, server }) => {
  hostile = await makeHostile(api, texts)
  for (const role of roles) {
    const own = await openApi(playwright, server.url, hostile.cast[role].email)
    await keepHostileMacros(own, hostile)
    await own.close()
  }
})

test('what people write is never run, on no screen of any role, nor in palettes and dialogs', async ({
  page,
  context,
  desk,
  openAs,
  api,
}) => {
  const promise = keeping('a hostile text in every field: nothing runs on any screen, palette or dialog')
  const eye = await watchHostile(context, promise)
  for (const { ids } of hostile.sets)
    for (const taken of await takesAddress(api, ids.products ?? ''))
      promise.broke(`taken as an address: ${taken}`)
  let screens = 0
  for (const role of walkers) {
    await openAs(hostile.cast[role].email, '/profile')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const route of (Object.keys(routes) as Route[]).filter((one) => admits(one, role))) {
      for (const path of pathsOf(route, hostile)) {
        await goWithin(page, path)
        await stands(page, route)
        await eye.look(page, `${role} ${path}`)
        screens += 1
      }
      for (const keys of (keysOn[route] ?? []).slice(0, rounds(99, 3)))
        await tryLayer(page, desk, keys, () => eye.look(page, `${role} ${route} ${keys}`))
    }
    await goWithin(page, landings[role])
    await stands(page, landings[role])
    await walkPalette(page, desk, role === 'admin' ? texts : [], () => eye.look(page, `${role} palette`))
  }
  const fields = new Map([...hostile.given.values()].map(({ field }) => [field, false]))
  for (const mark of eye.seen) fields.set(hostile.given.get(mark)?.field ?? '', true)
  const unseen = [...fields].filter(([, isSeen]) => !isSeen).map(([field]) => field)
  // A field that no screen shows has not been tried.
  if (walkers.length === roles.length && unseen.length > 0)
    promise.broke(`not shown anywhere: ${unseen.join()}`)
  promise.tell(
    `${texts.length} texts in ${fields.size} fields, ${screens} screens of ${walkers.length} roles`,
  )
})

test('what people write stays text on paper, in mails, in spreadsheets and through an import', async ({
  page,
  context,
  desk,
  openAs,
  api,
}) => {
  const promise = keeping('a hostile text on paper, in mails, spreadsheets and imports stays text')
  const eye = await watchHostile(context, promise)
  const cells = await readHostileSheets(api, hostile, promise)
  await openAs(hostile.cast.admin.email, `/invoices/view/${hostile.invoice}`)
  await expect(page.getByRole('article')).toBeVisible()
  const paper = await printed(page)
  if (!paper.sheets.join().includes('data-struck')) promise.broke('the paper leaves out what was written')
  await page.emulateMedia({ media: 'print' })
  for (const path of [
    `/invoices/view/${hostile.invoice}`,
    '/calculator',
    '/shippings/delivery/list',
    '/orders/list',
  ]) {
    await goWithin(page, path)
    await stands(page)
    await eye.look(page, `${path} on paper`)
  }
  await page.emulateMedia({ media: null })
  await readMails(await context.newPage(), promise)
  await importHostile({ page, desk, hostile, texts, promise, look: (where) => eye.look(page, where) })
  promise.tell(`${cells} cells of spreadsheets`)
})

/** A mail program has no policy of ours: what is in the mail must be harmless by itself, opened as a page. */
const readMails = async (page: Page, promise: Keeping) => {
  const link = 'https://waybill.test/x'
  for (const template of Object.keys(mailTemplates).slice(0, rounds(9, 1)) as MailTemplate[]) {
    for (const language of languageCodes.slice(0, rounds(9, 1))) {
      const letters = texts.map((name) => renderMail({ template, language, name, link, hours: 24 }))
      // What runs would run in a frame as well, and calls its own `alert`.
      await page.setContent(letters.map(({ html }) => html).join('\n'))
      const struck = await page.evaluate(() => [
        ...[...document.querySelectorAll('[data-struck], script, iframe, img, svg, [onerror]')].map(
          ({ outerHTML }) => outerHTML.slice(0, 80),
        ),
        ...[...document.querySelectorAll('a')].map(({ href }) => href),
        'struck' in window ? 'the canary' : '',
      ])
      for (const one of struck)
        if (one !== '' && one !== link) promise.broke(`${template} ${language}: ${one}`)
      for (const { subject } of letters)
        if (/struck|[\r\n]/.test(subject)) promise.broke(`subject ${subject}`)
      promise.tried(letters.length)
    }
  }
  await page.close()
}

/** Where a list stands, what is a key or two away from it: each ends by Escape. */
const keysOn: Partial<Record<Route, readonly (readonly string[])[]>> = {
  '/orders/list': [
    ['v'],
    ['Shift+v'],
    ['Shift+h'],
    ['Shift+F10'],
    ['s'],
    ['c'],
    ['j', 'Shift+h'],
    ['j', 'x'],
    ['F2'],
  ],
  '/shippings/list': [['v'], ['Shift+h'], ['Shift+F10'], ['s']],
  '/invoices/list': [['v']],
  '/products/list': [['v'], ['Shift+h'], ['Shift+F10'], ['F2']],
  '/shippings/delivery/list': [['Home', 'd'], ['Home', 'x'], ['Shift+F10']],
  '/orders/triage': [['x'], ['r']],
  '/orders/edit/:id': [['Control+k']],
  '/keyboard': [['Control+k']],
}

const tryLayer = async (page: Page, desk: Desk, keys: readonly string[], look: () => Promise<void>) => {
  await desk.press(...keys)
  await expectOf.poll(() => busyParts(page)).toBeLessThan(99)
  await page.evaluate(rested)
  await look()
  await leave(page)
}

/** All that the palette says of what was found, of the customer whose number it is, and of what was typed. */
const walkPalette = async (page: Page, desk: Desk, typing: readonly string[], look: () => Promise<void>) => {
  for (const typed of ['struck', ...(isWhole ? ['Macro', '0708091011'] : []), ...typing]) {
    await desk.press('Control+k')
    await expect(desk.palette).toBeVisible()
    await page.keyboard.insertText(typed)
    await expectOf.poll(() => busyParts(page)).toBe(0)
    await look()
    const rows = typing.includes(typed) ? 0 : rounds(typed === 'struck' ? 12 : 3, 2)
    for (let at = 0; at < rows; at++) {
      await desk.press('ArrowDown')
      await page.evaluate(rested)
      await look()
    }
    await desk.press('Tab')
    await page.evaluate(rested)
    await look()
    await desk.press('Escape', 'Escape')
    await expect(desk.palette).toBeHidden()
  }
}

const leave = async (page: Page) => {
  const layers = page.locator(':is([role="dialog"], [role="alertdialog"], [role="menu"])')
  await expectOf(async () => {
    await page.keyboard.press('Escape')
    await expectOf(layers).toHaveCount(0, { timeout: 500 })
  }).toPass()
}

const stands = async (page: Page, route?: Route) => {
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).not.toHaveCount(0)
  // The catalogue shows what is busy on purpose.
  await expectOf.poll(() => busyParts(page)).toBeLessThan(route === '/ui/kit' ? 99 : 1)
}

/** Runs in the page: two frames, and the moment after which the pane shows what is highlighted. */
const rested = () =>
  new Promise<void>((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 150))),
  )

/** A route once for each text where it shows one record, else once for all. */
const pathsOf = (route: Route, { sets, invoice, cast, given }: Hostile): string[] => {
  const asked = [...given.values()].filter(({ field }) => field === 'views.query')
  if (route.startsWith('/invoices/') && route.includes(':')) return [route.replace(':id', invoice)]
  if (route === '/orders/triage') return sets.map(({ ids }) => `${route}?q=product%3A${ids.products}`)
  if (!route.includes(':'))
    return [
      route,
      ...(route === '/orders/list' ? texts.map((text) => `${route}?q=${encodeURIComponent(text)}`) : []),
      ...(route === '/invoices/list'
        ? asked.map(({ text }, at) => `${route}?q=${encodeURIComponent(text)}&view=${sets[at]?.ids.views}`)
        : []),
    ]
  const resource = route.endsWith(':affiliate') ? 'affiliates' : (route.split('/')[1] ?? '')
  return [
    ...(resource === 'users' ? Object.values(cast).map(({ id }) => route.replace(/:\w+$/, id)) : []),
    ...sets.map(({ ids }) => route.replace(/:\w+$/, ids[resource] ?? '')),
  ]
}
