import type { CountryCode } from '../../domain/countries.ts'
import { resources } from '../../domain/resources.ts'
import type { changeBatches } from '../db/schema/changes.ts'
import type { DemoChange } from './make-history.ts'

type DemoBatch = typeof changeBatches.$inferSelect

type Journal = {
  /** The rows of batches that are whole with these lines, which are one country's. */
  gather: (lines: readonly DemoChange[], country: CountryCode) => DemoBatch[]
  /** The rows of the batches that had lines of several orders. */
  end: () => DemoBatch[]
}

/** One row a batch, as `gatherBatches` would write them once all lines are there: an import has many, a call one. */
export const makeJournal = (): Journal => {
  const imports = new Map<string, DemoBatch>()
  return {
    gather: (lines, country) =>
      lines.filter(isLeading).flatMap((line): DemoBatch[] => {
        const known = imports.get(line.batchId)
        if (known !== undefined) {
          known.records++
          return []
        }
        const { batchId: id, at, actor, verb, resource } = line
        const batch = { id, at, actor, verb, resource, country, records: 1, undoes: null }
        if (verb !== 'order.import') return [batch]
        imports.set(id, batch)
        return []
      }),
    end: () => [...imports.values()],
  }
}

const isLeading = ({ resource, verb }: DemoChange): boolean => verb.startsWith(`${resources[resource].noun}.`)
