import type { ReactNode } from 'react'
import type { ResourceName, ResourceRecords } from '../../../domain/resources.ts'
import { type Command, defineCommand } from '../../commands/command.ts'
import { createScreenActions } from '../../commands/screen-actions.ts'
import type { Direction } from '../../stores/record-walks.ts'
import { previewColumnsOf } from '../records/record-facts.ts'

/** Navigation from a record's page: next, previous, back to the list. */
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
  /** Null if not possible for this record. */
  actOf: (open: OpenRecord) => (() => void) | null,
): Command {
  const act = () => {
    const open = recordScreen.current()
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

/** Actions of the open record's page. */
type OpenRecord = {
  resource: ResourceName
  id: string
  /** Opens the neighbour in the list, if there is one. Null if the position is unknown. */
  walk: ((direction: Direction) => void) | null
  /** Back to the list. */
  leave: () => void
}

export const recordScreen = createScreenActions<OpenRecord>()

type CellProps<R extends ResourceName> = {
  resource: R
  record: ResourceRecords[R]
  place: 'title' | 'side'
}

/** The record's cell at a place of narrow rows: name, status. */
export const Cell = <R extends ResourceName>({ resource, record, place }: CellProps<R>): ReactNode =>
  previewColumnsOf(resource)
    .find(({ narrow }) => narrow === place)
    ?.cell(record)
