import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { landings } from '../../../domain/access/routes.ts'
import { type Campaign, calculateCampaign } from '../../../domain/calculator/calculate.ts'
import { countries } from '../../../domain/core/countries.ts'
import { orderTransitions } from '../../../domain/fulfillment/order-status.ts'
import { shippingStock, shippingTransitions } from '../../../domain/fulfillment/shipping-status.ts'
import { stockReasonSigns } from '../../../domain/fulfillment/stock-movement.ts'
import { balanceCourier, earnedOf } from '../../../domain/handovers/earnings.ts'
import { signatureRules } from '../../../domain/intake/signature-rules.ts'
import { needsSomebody, verdicts } from '../../../domain/intake/verdicts.ts'
import { invoiceVerbs, nextInvoiceStatus } from '../../../domain/invoices/policy.ts'
import { nextAnswer } from '../../../domain/lib/answer-status.ts'
import { amountDifference } from '../../../domain/lib/money.ts'
import { resourceNames } from '../../../domain/resources.ts'
import { firstTariffs } from '../../support/first-tariffs.ts'

const page = readFileSync(new URL('../../../docs/domain.md', import.meta.url), 'utf8')

/** Rows of the table of that section whose first head is `head`, each as its cells without backquotes. */
const tableOf = (section: string, head: string): string[][] => {
  const text = page.split(/^## /m).find((part) => part.startsWith(`${section}\n`)) ?? ''
  const tables = text.split(/\n\n/).filter((block) => new RegExp(`^\\| ${head} +\\|`).test(block))
  return tables.flatMap((table) =>
    table
      .trim()
      .split('\n')
      .slice(2)
      .map((row) =>
        row
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim().replaceAll('`', '')),
      ),
  )
}
const sorted = (rows: unknown[][]): string[] => rows.map((row) => row.join(' | ')).toSorted()

type Step = {
  verb: string
  to: string
  roles?: readonly string[]
  needsComment?: true
  needsDate?: true
  needsDamage?: true
  wasOut?: boolean
  unbilled?: true
  holdsCash?: true
}

const requirements = ({
  roles,
  needsComment,
  needsDate,
  needsDamage,
  wasOut,
  unbilled,
  holdsCash,
}: Step): string =>
  [
    roles === undefined ? [] : `role ${roles.join(' or ')}`,
    needsComment ? 'a comment' : [],
    needsDate ? 'a date' : [],
    needsDamage ? 'damaged goods' : [],
    wasOut === undefined ? [] : wasOut ? 'has been out' : 'has not been out',
    unbilled ? 'not invoiced' : [],
    holdsCash ? 'cash not handed over' : [],
  ]
    .flat()
    .join(', ')

const rowsOf = (transitions: Record<string, readonly Step[]>): string[][] =>
  Object.entries(transitions).flatMap(([from, steps]) =>
    steps.map((step) => [from, step.verb, step.to, requirements(step)]),
  )

it.each<[section: string, transitions: Record<string, readonly Step[]>]>([
  ['Orders', orderTransitions],
  ['Shippings', shippingTransitions],
])('docs/domain.md has the life cycle of %s as the code has it', (section, transitions) => {
  expect(sorted(tableOf(section, 'from'))).toEqual(sorted(rowsOf(transitions)))
})

it('docs/domain.md has the statuses of expeditions, requests and invoices as the code has them', () => {
  expect(sorted(tableOf('Expeditions and requests', 'from'))).toEqual(sorted(Object.entries(nextAnswer)))
  const invoices = Object.entries(nextInvoiceStatus).map(([from, to]) => [from, invoiceVerbs[to], to])
  expect(sorted(tableOf('Invoices', 'from'))).toEqual(sorted(invoices))
})

it('docs/domain.md has the effects on stock as the code has them', () => {
  expect(sorted(tableOf('Stock', 'status'))).toEqual(sorted(Object.entries(shippingStock)))
  const signs = { 1: 'added', '-1': 'taken', 0: 'either' }
  const reasons = Object.entries(stockReasonSigns).map(([reason, sign]) => [reason, signs[sign]])
  expect(sorted(tableOf('Stock', 'reason'))).toEqual(sorted(reasons))
})

it('docs/domain.md has the countries, tariffs and first screens as the code has them', () => {
  const known = Object.entries(countries).map(([code, country]) => [
    code,
    ...[country.iso, country.currency, country.decimals, country.timeZone, country.dialCode],
    country.grouping.reduce((digits, group) => digits + group, 0),
    ...[country.trunk ?? 'none', country.vat ?? 'none'],
  ])
  expect(sorted(tableOf('Countries', 'code'))).toEqual(sorted(known))
  const prices = Object.entries(firstTariffs).map(([code, fee]) => [
    code,
    fee.delivery,
    fee.returned,
    fee.piece,
  ])
  expect(sorted(tableOf('Invoices', 'country'))).toEqual(sorted(prices))
  const first = tableOf('Roles', 'role').map(([role, , screen]) => [role, screen])
  expect(sorted(first)).toEqual(sorted(Object.entries(landings)))
})

it('docs/domain.md has the signatures of shops and the verdicts on their events as the code has them', () => {
  const rules = Object.entries(signatureRules).map(([kind, { header, encoding, prefix }]) => [
    kind,
    ...[header, encoding, prefix || 'none'],
  ])
  const signatures = tableOf('Orders of shops', 'kind').filter((row) => row.length === 5)
  expect(sorted(signatures.map((row) => row.slice(0, 4)))).toEqual(sorted(rules))
  const waits = verdicts.map((verdict) => [
    verdict,
    needsSomebody(verdict, null)
      ? 'always'
      : needsSomebody(verdict, 'SHIPPING_IS_OUT')
        ? 'with a reason'
        : 'never',
  ])
  const rows = tableOf('Orders of shops', 'verdict').map(([verdict, , wait]) => [verdict, wait])
  expect(sorted(rows)).toEqual(sorted(waits))
})

it('docs/domain.md balances couriers as the code does', () => {
  const rows = tableOf('Manifests and cash handovers', 'currency')
  expect(rows.length).toBeGreaterThan(4)
  for (const [, collected, parcels, courier, isKeptBack, differences, ...said] of rows) {
    const earned = earnedOf(Number(courier), Number(parcels))
    const { keptBack, expected, owed } = balanceCourier({
      collected: Number(collected),
      earned,
      isKeptBack: isKeptBack === 'yes',
      differences: Number(differences),
    })
    expect([keptBack, expected, amountDifference(earned, keptBack), owed]).toEqual(said.map(Number))
  }
})

it('docs/domain.md calculates its example as the code does', () => {
  const rows = tableOf('Calculator', 'input')
  const numbers = (at: number) =>
    Object.fromEntries(rows.filter((row) => row[at] !== '').map((row) => [row[at], Number(row[at + 1])]))
  expect(calculateCampaign(numbers(0) as Campaign)).toMatchObject(numbers(2))
})

it('the glossary names every resource by its path in the API', () => {
  const paths = tableOf('Glossary', 'term').flatMap((row) => row.at(-1)!.split(/[;,] ?/))
  expect(resourceNames.filter((name) => !paths.includes(name))).toEqual([])
})
