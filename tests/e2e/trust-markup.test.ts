import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { utils, write } from 'xlsx'
import { type Role, roles } from '../../domain/access/permissions.ts'
import { languageCodes } from '../../domain/core/languages.ts'
import type { MailTemplate } from '../../server/db/schema.ts'
import { mailTemplates, renderMail } from '../../server/mail/templates.ts'
import { isFull, rounds } from '../support/is-full.ts'
import { hostileMarkup, marked, markOf } from '../support/markup/hostile-markup.ts'
import { type Guarantee, trackGuarantee } from '../support/trust/guarantee.ts'
import { enterAs, openApi } from './support/api.ts'
import type { AppPage } from './support/app-page.ts'
import { watchHostile } from './support/hostile-eye.ts'
import { type Hostile, keepHostileMacros, makeHostile, takesAddress } from './support/hostile-records.ts'
import { readHostileSheets, readSheet } from './support/hostile-sheets.ts'
import { untilReady, walkScreens } from './support/hostile-walk.ts'
import { goWithin } from './support/looks.ts'
import { printed } from './support/read-pdf.ts'
import { expect, hearErrors, test, testInFullRun } from './support/test.ts'

type Importing = {
  page: Page
  app: AppPage
  hostile: Hostile
  texts: readonly string[]
  guarantee: Guarantee
  look: (where: string) => Promise<void>
}

const headers = [
  'Produit',
  'Nom du client',
  'Téléphone',
  'Adresse',
  'Quantité',
  'Commentaire',
  'Réf. commande',
]

/** Imports a file with hostile name, sheet, headers and cells: preview, import, failed rows. */
const importHostile = async (importing: Importing): Promise<void> => {
  const { page, app, hostile, texts, guarantee, look } = importing
  await app.press('g', 'd')
  await page.evaluate(() => {
    history.pushState(null, '', '/orders/import')
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }))
  })
  const choose = page.getByRole('button', { name: 'Choisir un fichier' })
  await expect(choose).toBeFocused()
  await app.chooseFile(choose, `${texts[1]?.replaceAll('/', '')}.xlsx`, workbook(importing))
  await expect(page.getByRole('grid', { name: 'Aperçu des lignes' })).toBeFocused()
  await expect(page.getByRole('button', { name: /^Importer \d+ commandes?/ })).toBeVisible()
  await look('the preview of an import')
  await app.press('Control+Enter')
  await expect(page.getByText(/commandes? créées?/).first()).toBeVisible()
  await look('the report of an import')
  const downloading = page.waitForEvent('download')
  await app.press('d')
  const bytes = await readFile(await (await downloading).path())
  if (readSheet(bytes, 'failed rows', hostile, guarantee) === 0) guarantee.broke('no failed row came back')
}

const workbook = ({ hostile: { sets, given }, texts }: Importing): Buffer => {
  const cell = (field: number, at: number) => marked(texts[at] ?? '', markOf(60 + field, at), 120)
  const productOf = (at: number) =>
    [...given].find(([mark, { field }]) => field === 'products.name' && mark.endsWith(`t${at}q`))?.[1].text ??
    ''
  const rows = sets.flatMap(({ at }) => [
    [productOf(at), cell(0, at), '+2250708091011', cell(1, at), 1, cell(2, at), cell(3, at)],
    // Unknown product and no phone: a failed row.
    [cell(4, at), cell(5, at), cell(6, at), cell(7, at), 1, cell(8, at), cell(9, at)],
  ])
  const sheet = utils.aoa_to_sheet([[...headers, ...texts], ...rows])
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, "<b data-struck>'!A1")
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
}

test.setTimeout(rounds(3_600_000, 300_000))
// The product's image does not exist; its 404 is expected.
test.use({
  expectedErrors: [/ERR_NAME_NOT_RESOLVED|ERR_INTERNET_DISCONNECTED|status of 4\d\d/],
  // All rows are rendered at once.
  viewport: { width: 1440, height: 2_600 },
})

const texts = hostileMarkup.slice(...(isFull ? [] : [1, 3]))
/** Parallel browsers; the administrator has as many screens as all others together. */
const walkers: readonly (readonly Role[])[] = [['admin'], roles.filter((role) => role !== 'admin')]
/** Same as the suite's pages. */
const french = { locale: 'fr-FR', timezoneId: 'Africa/Abidjan' }

let hostile: Hostile
test.beforeAll(async ({ api, playwright, server }) => {
  hostile = await makeHostile(api, texts)
  for (const role of roles) {
    const own = await openApi(playwright, server.url, hostile.cast[role].email)
    await keepHostileMacros(own, hostile)
    await own.close()
  }
})

testInFullRun(
  'what people write is never run, on no screen of any role, nor in palettes and dialogs',
  async ({ browser, playwright, server, viewport, expectedErrors, api }) => {
    const guarantee = trackGuarantee(
      'a hostile text in every field: nothing runs on any screen, palette or dialog',
    )
    for (const { ids } of hostile.sets)
      for (const taken of await takesAddress(api, ids.products ?? ''))
        guarantee.broke(`taken as an address: ${taken}`)
    const seen = new Set<string>()
    let screens = 0
    // In parallel, since walking is mostly waiting.
    const walks = walkers.map(async (lane) => {
      const context = await browser.newContext({ viewport, baseURL: server.url, ...french })
      const page = await context.newPage()
      const errors = hearErrors(page, expectedErrors)
      const eye = await watchHostile(context, guarantee)
      for (const role of lane) {
        await enterAs(page, { playwright, origin: server.url }, hostile.cast[role].email, '/profile')
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        const walked = await walkScreens(page, role, hostile, eye)
        screens += walked
      }
      for (const mark of eye.seen) seen.add(mark)
      for (const error of errors) guarantee.broke(`${lane.join()}: ${error}`)
      await context.close()
    })
    await Promise.all(walks)
    const fields = new Map([...hostile.given.values()].map(({ field }) => [field, false]))
    for (const mark of seen) fields.set(hostile.given.get(mark)?.field ?? '', true)
    const unseen = [...fields].filter(([, isSeen]) => !isSeen).map(([field]) => field)
    // Every field must have been shown on some screen.
    if (unseen.length > 0) guarantee.broke(`not shown anywhere: ${unseen.join()}`)
    guarantee.report(
      `${texts.length} texts in ${fields.size} fields, ${screens} screens of ${walkers.flat().length} roles`,
    )
  },
)

test('what people write stays text on paper, in mails, in spreadsheets and through an import', {
  tag: '@full',
}, async ({ page, context, app, api }) => {
  const guarantee = trackGuarantee('a hostile text on paper, in mails, spreadsheets and imports stays text')
  const eye = await watchHostile(context, guarantee)
  const cells = await readHostileSheets(api, hostile, guarantee)
  await app.openAs(hostile.cast.admin.email, `/invoices/view/${hostile.invoice}`)
  await expect(page.getByRole('article')).toBeVisible()
  const paper = await printed(page)
  if (!paper.sheets.join().includes('data-struck')) guarantee.broke('the paper leaves out what was written')
  await page.emulateMedia({ media: 'print' })
  for (const path of [
    `/invoices/view/${hostile.invoice}`,
    '/calculator',
    '/shippings/delivery/list',
    '/orders/list',
  ]) {
    await goWithin(page, path)
    await untilReady(page)
    await eye.look(page, `${path} on paper`)
  }
  await page.emulateMedia({ media: null })
  await readMails(await context.newPage(), guarantee)
  await importHostile({ page, app, hostile, texts, guarantee, look: (where) => eye.look(page, where) })
  guarantee.report(`${cells} cells of spreadsheets`)
})

/** Mail programs do not apply our CSP: a mail opened as a page must be harmless by itself. */
const readMails = async (page: Page, guarantee: Guarantee) => {
  const link = 'https://waybill.test/x'
  for (const template of Object.keys(mailTemplates).slice(0, rounds(9, 1)) as MailTemplate[]) {
    for (const language of languageCodes.slice(0, rounds(9, 1))) {
      const letters = texts.map((name) => renderMail({ template, language, name, link, hours: 24 }))
      // Anything that runs here would run in a frame too.
      await page.setContent(letters.map(({ html }) => html).join('\n'))
      const effects = await page.evaluate(() => [
        ...[...document.querySelectorAll('[data-struck], script, iframe, img, svg, [onerror]')].map(
          ({ outerHTML }) => outerHTML.slice(0, 80),
        ),
        ...[...document.querySelectorAll('a')].map(({ href }) => href),
        'struck' in window ? 'the canary' : '',
      ])
      for (const one of effects)
        if (one !== '' && one !== link) guarantee.broke(`${template} ${language}: ${one}`)
      for (const { subject } of letters)
        if (/struck|[\r\n]/.test(subject)) guarantee.broke(`subject ${subject}`)
      guarantee.tried(letters.length)
    }
  }
  await page.close()
}
