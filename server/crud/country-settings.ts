import { eq } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Actor } from '../../domain/access/actor.ts'
import type { Verb } from '../../domain/access/permissions.ts'
import type { CountryCode } from '../../domain/core/countries.ts'
import { pickNames } from '../../domain/lib/shape.ts'
import type { ResourceName } from '../../domain/resources.ts'
import { isOneOf } from '../db/columns.ts'
import type { Transaction } from '../db/drizzle.ts'
import { recordEvent } from '../events/read-events.ts'
import { changedBy } from './change-report.ts'
import { type Batch, differences, recordChanges } from './record-changes.ts'
import { type Revert, type Reverted, whyNotTakeBack } from './revert-records.ts'

type SettingTable = PgTable & Record<'id' | 'country' | 'version' | 'updatedAt', AnyPgColumn>

/** A row of a setting: one a country, made when it is first set. */
type SettingRow = { id: string; country: CountryCode; version: number }

type SettingOf = {
  table: SettingTable
  /** The resource whose history has its lines, by a verb of their own. */
  resource: ResourceName
  verb: Verb
}

type Wanted = { country: CountryCode; [name: string]: unknown }

export type CountrySetting = {
  /** Whether a line of the resource's history is one of it. */
  hasVerb: (line: { verb: string }) => boolean
  /** Sets the values of a country, empty where left out, with history and event; returns whether that changed any. */
  set: (tx: Transaction, actor: Actor, wanted: Wanted, batch: Batch) => Promise<boolean>
  /** Undoes its lines. */
  revert: Revert
}

/**
 * What an administrator sets for a country beside the records of a resource. `names`: its columns; `initial`: what holds where it was never
 * set, empty unless given.
 */
export const defineCountrySetting = <Values extends object>(
  { table, resource, verb }: SettingOf,
  names: readonly (keyof Values & string)[],
  initial: (country: CountryCode) => Partial<Values> = () => ({}),
): CountrySetting => {
  const valuesOf = (row: object): Values => pickNames(row as Values, names) as Values

  const apply = async (
    tx: Transaction,
    actor: Actor,
    batch: Batch,
    { row, next, undoes }: { row: SettingRow; next: Values; undoes?: string },
  ): Promise<void> => {
    const { id, country } = row
    const version = row.version + 1
    await tx
      .update(table)
      .set({ ...next, version, updatedAt: batch.at })
      .where(eq(table.id, id))
    const sides = differences(valuesOf(row), next) ?? { before: {}, after: {} }
    await recordChanges(tx, actor, batch, [{ verb, resource, recordId: id, version, ...sides, undoes }])
    // Every record of the country may show it.
    await recordEvent(tx, { resource, verb, country, ids: null, batchId: batch.id, actor: actor.id })
  }

  return {
    hasVerb: (line) => line.verb === verb,
    set: async (tx, actor, wanted, batch) => {
      const { country } = wanted
      await tx
        .insert(table)
        .values({ ...initial(country), country })
        .onConflictDoNothing()
      const [row] = (await tx
        .select()
        .from(table)
        .where(eq(table.country, country))
        .for('update')) as SettingRow[]
      const given = valuesOf(wanted)
      const next = Object.fromEntries(names.map((name) => [name, given[name] ?? null])) as Values
      if (differences(valuesOf(row!), next) === null) return false
      await apply(tx, actor, batch, { row: row!, next })
      return true
    },
    revert: async (tx, actor, lines, batch) => {
      const reverted: Reverted = { changed: [], refused: [] }
      const ids = lines.map(({ recordId }) => recordId)
      const held = (await tx.select().from(table).where(isOneOf(table.id, ids)).for('update')) as SettingRow[]
      for (const row of held) {
        const line = lines.find(({ recordId }) => recordId === row.id)!
        const code = whyNotTakeBack(actor, line, row)
        if (code !== null) reverted.refused.push({ id: row.id, number: 0, code })
        else {
          const next = { ...valuesOf(row), ...(line.before as Partial<Values>) }
          await apply(tx, actor, batch, { row, next, undoes: line.id })
          reverted.changed.push(...changedBy([{ ...row, number: 0 }]))
        }
      }
      return reverted
    },
  }
}
