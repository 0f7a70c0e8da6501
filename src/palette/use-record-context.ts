import { useEffect, useState } from 'react'
import type { PalettePage, RecordRef } from '../../machines/palette/palette-types.ts'
import type { CommandContext } from '../commands/command-context.ts'
import { withRecord } from '../commands/command-target.ts'

/** The context with the page's record in hand, once it has been fetched. */
export function useRecordContext(page: PalettePage, context: CommandContext): CommandContext | null {
  const record: RecordRef | null = page.kind === 'record' ? page.record : null
  const [fetched, setFetched] = useState<{ id: string; context: CommandContext } | null>(null)
  const { id, resource } = record ?? {}
  useEffect(() => {
    if (id === undefined || resource === undefined) return
    const controller = new AbortController()
    context.ports.api
      .one(resource, id, { signal: controller.signal })
      .then((found) => setFetched({ id, context: withRecord(context, resource, found) }))
      // Nothing can be done with what cannot be read: the page stays empty, and says so.
      .catch(() => undefined)
    return () => controller.abort()
  }, [id, resource, context])
  return fetched !== null && fetched.id === id ? fetched.context : null
}
