import { type Command, defineCommand } from '../../commands/command.ts'
import { type OpenRecord, openRecord } from './open-record.tsx'

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
