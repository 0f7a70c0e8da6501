import type { ResourceName } from '../../../domain/resources.ts'
import { createDesk } from '../../commands/desk.ts'
import type { Direction } from '../../stores/record-walks.ts'

/** What the record's page in view lends to its commands. */
export type OpenRecord = {
  resource: ResourceName
  id: string
  /** Shows the record beside it in its list; nothing at the end of that. Null where its place in a list is not known. */
  walk: ((direction: Direction) => void) | null
  /** Back to that list. */
  leave: () => void
}

export const openRecord = createDesk<OpenRecord>()
