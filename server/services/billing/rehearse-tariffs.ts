import { sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import type { CountryCode } from '../../../domain/core/countries.ts'
import { sumAmounts } from '../../../domain/lib/money.ts'
import type { Rehearsal, Tariff, TariffGridInput, TariffRow } from '../../../domain/tariffs/tariff.ts'
import { citiesLike, cityGroup, type KnownZone } from '../../../domain/zones/recognise-zone.ts'
import { Refused } from '../../core/errors.ts'
import { changeReport } from '../../crud/change-report.ts'
import type { Batch } from '../../crud/record-changes.ts'
import type { RecordKind } from '../../crud/resource-definition.ts'
import { createRecord, updateRecord } from '../../crud/write-records.ts'
import { isOneOf } from '../../db/columns.ts'
import type { Executor, Transaction } from '../../db/drizzle.ts'
import { users } from '../../db/schema/users.ts'
import { tariffs } from '../../db/schema/zones.ts'
import { knownZones } from '../fulfillment/order-zones.ts'
import { parcelsToBill, planBilling } from './bill-accounts.ts'
import type { DueParcel } from './due-parcels.ts'
import { type PricedParcel, priceParcels } from './price-parcels.ts'

// biome-ignore lint/suspicious/noExplicitAny: rows and facts of the kind are its own
type TariffKind = RecordKind<Tariff, any, any>

type Written = { id: string; number: number; version: number; isNew: boolean }

/**
 * Writes a grid as one batch: a row changes the tariff of its seller, zone and first day, or makes it. @throws Refused with the
 * row in its paths
 */
export const writeGrid = async (
  tx: Transaction,
  actor: Actor,
  kind: TariffKind,
  { country, rows }: TariffGridInput,
  batch: Batch,
): Promise<Written[]> => {
  const present = await tx
    .select({ id: tariffs.id, owner: tariffs.owner, zone: tariffs.zone, from: tariffs.from })
    .from(tariffs)
    .where(sql`${tariffs.country} = ${country} and ${tariffs.deletedAt} is null`)
  const known = new Map(present.map(({ id, ...reach }) => [reachOf(reach), id]))
  const named = new Set<string>()
  const written: Written[] = []
  for (const [at, row] of rows.entries()) {
    const reach = reachOf(row)
    if (named.has(reach))
      throw refusalAt(at, new Refused('VALIDATION_FAILED'), [{ path: 'zone', code: 'NAMED_TWICE' }])
    named.add(reach)
    written.push(await writeRow(tx, actor, kind, { country, row, id: known.get(reach) ?? null }, batch, at))
  }
  return written
}

const writeRow = async (
  tx: Transaction,
  actor: Actor,
  kind: TariffKind,
  { country, row, id }: { country: CountryCode; row: TariffRow; id: string | null },
  batch: Batch,
  at: number,
): Promise<Written> => {
  try {
    const { owner: _, zone: __, from: ___, ...fees } = row
    const tariff =
      id === null
        ? await createRecord(tx, actor, kind, { ...row, country }, batch)
        : await updateRecord(tx, actor, kind, { id, version: null, body: fees }, batch)
    return { id: tariff.id, number: tariff.number, version: tariff.version, isNew: id === null }
  } catch (error) {
    if (error instanceof Refused) throw refusalAt(at, error, error.errors ?? [{ path: '', code: error.code }])
    throw error
  }
}

const reachOf = ({
  owner = null,
  zone = null,
  from = null,
}: Partial<Pick<TariffRow, 'owner' | 'zone' | 'from'>>) => `${owner} ${zone} ${from}`

type Problems = NonNullable<Refused['errors']>

const refusalAt = (at: number, { code }: Refused, errors: Problems): Refused =>
  new Refused(code, {
    errors: errors.map(({ path, ...problem }) => ({
      ...problem,
      path: path === '' ? `rows.${at}` : `rows.${at}.${path}`,
    })),
  })

export const reportGrid = (batch: Batch, written: readonly Written[]): ChangeReport =>
  changeReport(
    batch.id,
    written.map(({ isNew: _, ...tariff }) => tariff),
    [],
  )

/**
 * What the parcels that a billing would take now would cost with a grid. Writes it: the transaction is to be rolled back, so
 * that rows are refused as they would be.
 */
export const rehearseGrid = async (
  tx: Transaction,
  actor: Actor,
  kind: TariffKind,
  grid: TariffGridInput,
  batch: Batch,
): Promise<Rehearsal> => {
  const { country } = grid
  const parcels = await parcelsToBill(tx, await planBilling(tx, { country }), batch.at)
  const before = await priceParcels(tx, parcels)
  const written = await writeGrid(tx, actor, kind, grid, batch)
  const after = await priceParcels(tx, parcels)
  const [was, is] = [feesOf(before), feesOf(after)]
  const created = written.filter(({ isNew }) => isNew).length
  return {
    country,
    parcels: parcels.length,
    before: was,
    after: is,
    difference: sumAmounts([is, -was]),
    created,
    changed: written.length - created,
    sellers: await bySeller(tx, before, after),
    uncovered: uncoveredCities(parcels, await knownZones(tx, country)),
  }
}

const feesOf = (parcels: readonly PricedParcel[]): number =>
  sumAmounts(parcels.flatMap(({ shippingFee, upsellFee, cashFee }) => [shippingFee, upsellFee, cashFee]))

/** Those whose sum changes most first. */
const bySeller = async (
  db: Executor,
  before: readonly PricedParcel[],
  after: readonly PricedParcel[],
): Promise<Rehearsal['sellers']> => {
  const [was, is] = [groupBy(before, ({ owner }) => owner), groupBy(after, ({ owner }) => owner)]
  const rows = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(isOneOf(users.id, [...was.keys()]))
  return rows
    .map(({ id, name }) => {
      const sums = { before: feesOf(was.get(id)!), after: feesOf(is.get(id)!) }
      const difference = sumAmounts([sums.after, -sums.before])
      return { id, name, parcels: was.get(id)!.length, ...sums, difference }
    })
    .toSorted(
      (one, other) =>
        Math.abs(other.difference) - Math.abs(one.difference) || one.name.localeCompare(other.name),
    )
}

/** Most uncovered cities that are named. */
const MAX_UNCOVERED = 50

const uncoveredCities = (
  parcels: readonly DueParcel[],
  zones: readonly KnownZone[],
): Rehearsal['uncovered'] => {
  const outside = parcels.filter(({ zone }) => zone === null)
  const groups = groupBy(outside, ({ city }) => (city === null ? null : cityGroup(city)))
  return [...groups.values()]
    .map((some) => {
      const { city } = some[0]!
      return { city, parcels: some.length, alike: city === null ? [] : citiesLike(city, zones) }
    })
    .toSorted((one, other) => other.parcels - one.parcels)
    .slice(0, MAX_UNCOVERED)
}

const groupBy = <Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> => {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}
