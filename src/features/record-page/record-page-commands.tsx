import type { ReactNode } from 'react'
import type { ResourceName, ResourceRecords } from '../../../domain/resources.ts'
import { type Command, defineCommand } from '../../commands/command.ts'
import { createScreenActions } from '../../commands/screen-actions.ts'
import type { Direction } from '../../stores/record-walks.ts'
import { columnsOf } from '../record-preview/preview-header.tsx'

/** How one gets about from a record's page: to the next one of its list, to the one before, back to the list. */
export const recordPageCommands: readonly Command[] = [
  onPage(
    'record.next',
    { icon: 'chevron-right', keys: ['j', ']'] },
    ({ walk }) => walk && (() => walk('next')),
  ),
  onPage(
    'record.previous',
    { icon: 'chevron-left', keys: ['k', '['] },
    ({ walk }) => walk && (() => walk('previous')),
  ),
  onPage('record.back', { icon: 'arrow-left', keys: ['Escape'] }, ({ leave }) => leave),
]

function onPage(
  id: string,
  look: Pick<Command, 'icon' | 'keys'>,
  /** Null where the record in view cannot do it. */
  actOf: (open: OpenRecord) => (() => void) | null,
): Command {
  const act = () => {
    const open = openRecord.current()
    return open === null ? null : actOf(open)
  }
  return defineCommand({
    ...look,
    id,
    target: 'none',
    section: 'go',
    when: 'list page:record',
    unrecorded: 'quietly',
    hidden: true,
    whyNot: () => (act() === null ? 'NOT_FOUND' : null),
    run: () => act()?.(),
  })
}

/** What the record's page in view lends to its commands. */
type OpenRecord = {
  resource: ResourceName
  id: string
  /** Shows the record beside it in its list; nothing at the end of that. Null where its place in a list is not known. */
  walk: ((direction: Direction) => void) | null
  /** Back to that list. */
  leave: () => void
}

export const openRecord = createScreenActions<OpenRecord>()

type CellProps<R extends ResourceName> = {
  resource: R
  record: ResourceRecords[R]
  place: 'title' | 'side'
}

/** What the list shows at that place of a narrow row: the name, the status. */
export const Cell = <R extends ResourceName>({ resource, record, place }: CellProps<R>): ReactNode =>
  columnsOf(resource)
    .find(({ narrow }) => narrow === place)
    ?.cell(record)
