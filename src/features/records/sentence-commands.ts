import { isResourceName } from '../../../domain/resources.ts'
import { type Command, defineCommand } from '../../commands/command.ts'

/** A list under a filter said in a sentence, or written as in the filter box; all of it selected, or not. */
export const sentenceCommands: readonly Command[] = [
  sentenceCommand('list.select-by-sentence', 'list-checks', true),
  sentenceCommand('list.filter-by-sentence', 'filter', false),
]

function sentenceCommand(id: string, icon: Command['icon'], select: boolean): Command {
  return defineCommand({
    id,
    target: 'none',
    section: 'list',
    icon,
    args: [
      { name: 'query', kind: 'text', maxLength: 500 },
      // Whose list; without it the one in view, else the one that the sentence is about.
      { name: 'list', kind: 'text', optional: true },
    ],
    whyNot: ({ ports }) => (ports.showList === undefined ? 'NOT_FOUND' : null),
    run: async ({ ports }, { query = '', list = '' }) => {
      await ports.showList?.({ resource: isResourceName(list) ? list : null, text: query, select })
    },
  })
}
