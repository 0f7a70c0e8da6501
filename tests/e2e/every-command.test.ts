import type { Page } from '@playwright/test'
import { type Role, roles } from '../../domain/access/permissions.ts'
import { admits, landings, type Route, routes } from '../../domain/access/routes.ts'
import { readTexts } from '../../scripts/lib/read-texts.mjs'
import { labelKey } from '../../src/commands/run-command.ts'
import { listCommands } from '../../src/features/list/list-commands.ts'
import { viewCommands } from '../../src/features/views/view-commands.ts'
import { isFull, rounds } from '../support/is-full.ts'
import { openApi } from './support/api.ts'
import type { AppPage } from './support/app-page.ts'
import {
  fingerprint,
  leaveLayers,
  lookUp,
  type Offered,
  openCommands,
  runHighlighted,
  somethingHappens,
  walkRows,
} from './support/commands.ts'
import { headings } from './support/headings.ts'
import { goWithin, untilFilled } from './support/looks.ts'
import { pathOf } from './support/records.ts'
import { expect, test } from './support/test.ts'

// Commands may be refused: the record was deleted by an earlier one, or its status forbids the step.
test.use({ expectedErrors: [/status of 4\d\d/] })
test.describe.configure({ mode: 'parallel', timeout: rounds(3_600_000, 400_000) })

const allRoutes = Object.keys(routes) as Route[]

/** Screens of the short run: a list, a page without a list, the history, a form with steps, a record. */
const triedAlways: readonly Route[] = [
  '/orders/list',
  '/calculator',
  '/journal',
  '/orders/import',
  '/orders/edit/:id',
]

for (const role of isFull ? roles : (['admin'] as const)) {
  for (const route of allRoutes.filter((route) => admits(route, role))) {
    if (!isFull && !triedAlways.includes(route)) continue
    test(`${role} at ${route}: every command is there, and what is the screen’s own runs`, {
      tag: '@full',
    }, async ({ page, app, playwright, server }) => {
      const api = await openApi(playwright, server.url, role)
      const open = async () => {
        const path = await pathOf(api, route)
        await app.openAs(role, path)
        await untilReady(page, route)
        return path
      }
      let path = await open()
      const offered = await openCommands(page, app)
      if (isFull ? walked.includes(route) || route === landings[role] : route === '/orders/list') {
        expect(await walkRows(page, offered), 'rows that arrows do not reach').toEqual([])
      }
      await page.keyboard.press('Escape')
      const everywhere = await readEverywhere(role, async () => {
        await app.openAs(role, neutral)
        await untilReady(page, neutral)
        const rows = await openCommands(page, app)
        await page.keyboard.press('Escape')
        path = await open()
        return rows
      })
      const run = offered.filter(isReady).filter(({ name }) => {
        if (everywhere.has(name)) return route === neutral && role === 'admin'
        return isRunHere(route, name)
      })
      const idle: string[] = []
      for (const one of run.toSorted(byHarm)) {
        if ((await runFrom(page, app, one.name)) === 'idle') idle.push(one.name)
        if (harmOf(one) >= 0) path = await open()
        else if (new URL(page.url()).pathname !== path) {
          await goWithin(page, path)
          await untilReady(page, route)
        }
      }
      await api.close()
      expect(idle.filter((name) => !quiet.includes(name))).toEqual([])
    })
  }
}

/** Screens on which the test walks all rows of the palette: a list, a form, a page, cards, calls. */
const walked: readonly Route[] = [
  '/orders/list',
  '/orders/edit/:id',
  '/orders/triage',
  '/invoices/view/:id',
  '/shippings/delivery/list',
  '/keyboard',
]

/** A screen with almost no commands of its own: global commands run there once. */
const neutral: Route = '/profile'
const known = new Map<Role, ReadonlySet<string>>()
const readEverywhere = async (role: Role, read: () => Promise<Offered[]>): Promise<ReadonlySet<string>> => {
  const names = known.get(role) ?? new Set((await read()).filter(isReady).map(({ name }) => name))
  known.set(role, names)
  return names
}

/** Commands that ask for their record belong to no screen. */
const isReady = ({ isRefused, asksWhich }: Offered): boolean => !isRefused && !asksWhich

/** Commands shared by all lists run on the first list; those shared by all forms run on the forms of orders. */
const isRunHere = (route: Route, name: string): boolean => {
  if (ofLists.has(name)) return route === '/orders/list'
  return !/\/(add|edit)\b/.test(route) || route.startsWith('/orders/')
}

const labelOf = (id: string): string => {
  const path = labelKey({ id }).replace('commands:', '').split('.')
  return String(
    path.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], readTexts('fr').commands),
  )
}

const ofLists = new Set([...listCommands, ...viewCommands].map(({ id }) => labelOf(id)))

/** Commands that delete the record or end the session run last. */
const last = [/^Supprimer/, /^Recharger/, /^Verrouiller/, /^Se déconnecter/]
const byHarm = (one: Offered, other: Offered): number => harmOf(one) - harmOf(other)
const harmOf = ({ name }: Offered): number => last.findIndex((pattern) => pattern.test(name))

/** Commands that may have no visible effect, because there is nothing to do or the state is the same. */
const quiet = [
  'Aller aux notifications',
  'Effacer le filtre',
  'Vider la sélection',
  'Actualiser la liste',
  'Actualiser les chiffres',
  'Recommencer',
  'Enregistrer et en saisir un autre',
  'Modifier la commande',
  'Ouvrir la facture',
  'Imprimer la facture',
]

const runFrom = async (page: Page, app: AppPage, name: string): Promise<string> => {
  const before = await fingerprint(page)
  const row = await lookUp(page, app, name)
  expect(row, `${name} by its name`).not.toBeNull()
  // An earlier command may have removed what this one needs.
  if (row === null || !isReady(row)) {
    await page.keyboard.press('Escape')
    return 'refused'
  }
  let isGiven = false
  const give = () => {
    isGiven = true
  }
  for (const sign of ['filechooser', 'download', 'popup'] as const) page.once(sign as 'download', give)
  if (last.some((pattern) => pattern.test(name))) {
    await runHighlighted(page).catch(leftAlone)
    return 'ran'
  }
  const outcome = await runHighlighted(page)
  const isSeen = (await somethingHappens(page, before)) || isGiven
  await leaveLayers(page)
  return outcome === 'ran' && !isSeen ? 'idle' : outcome
}

/** The page may navigate before it can be evaluated. */
const leftAlone = (error: unknown): void => {
  if (!String(error).includes('Execution context was destroyed')) throw error
}

const untilReady = async (page: Page, route: Route) => {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(headings[route])
  await untilFilled(page)
}
