import type { Actor } from '../../../domain/access/actor.ts'
import { scopeOf } from '../../../domain/access/permissions.ts'
import type { Change } from '../../../domain/changes.ts'
import { resources } from '../../../domain/resources.ts'
import type { RecordRef } from '../../../machines/palette/palette-types.ts'
import type { Api } from '../../api/create-api.ts'
import type { AnyRecord } from '../../commands/command-context.ts'

/** A record, and the newest line of its history; null where it has none or the reader may not see it. */
export type RecordFacts = { record: AnyRecord; last: Change | null }

/** Reads what a preview shows, each record once. A read that fails or is given up is not kept. */
export function createPreviewCache(api: Api, actor: Actor | null) {
  const known = new Map<string, RecordFacts>()

  const lastChange = async ({ resource, id }: RecordRef, signal: AbortSignal): Promise<Change | null> => {
    if (actor === null || scopeOf(actor.role, resources[resource].verbs.history) === null) return null
    const { items } = await api.history(resource, id, { signal, limit: 1 })
    return items[0] ?? null
  }

  return {
    peek: (ref: RecordRef): RecordFacts | undefined => known.get(keyOf(ref)),
    read: async (ref: RecordRef, signal: AbortSignal): Promise<RecordFacts> => {
      const [record, last] = await Promise.all([
        api.one(ref.resource, ref.id, { signal }),
        // A record without the story of it is worth more than neither.
        lastChange(ref, signal).catch(() => null),
      ])
      const facts = { record, last }
      if (!signal.aborted) known.set(keyOf(ref), facts)
      return facts
    },
  }
}

export type PreviewCache = ReturnType<typeof createPreviewCache>

export const keyOf = ({ resource, id }: RecordRef): string => `${resource}/${id}`
