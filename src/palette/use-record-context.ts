import { useEffect, useState } from 'react'
import type { PalettePage, RecordRef } from '../../machines/palette/palette-types.ts'
import type { CommandContext } from '../commands/command-context.ts'
import { withRecord } from '../commands/command-target.ts'

const nothingYet: RecordInHand = { context: null, isFailed: false }

/** The context with the page's record in hand; null while it is fetched, and where it cannot be read. */
export type RecordInHand = { context: CommandContext | null; isFailed: boolean }

export function useRecordContext(page: PalettePage, context: CommandContext): RecordInHand {
  const record: RecordRef | null = page.kind === 'record' ? page.record : null
  const [fetched, setFetched] = useState<({ id: string } & RecordInHand) | null>(null)
  const { id, resource } = record ?? {}
  useEffect(() => {
    if (id === undefined || resource === undefined) return
    const controller = new AbortController()
    context.ports.api
      .one(resource, id, { signal: controller.signal })
      .then((found) => setFetched({ id, context: withRecord(context, resource, found), isFailed: false }))
      .catch(() => controller.signal.aborted || setFetched({ id, context: null, isFailed: true }))
    return () => controller.abort()
  }, [id, resource, context])
  return fetched !== null && fetched.id === id ? fetched : nothingYet
}
