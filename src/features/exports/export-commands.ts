import type { Where } from '../../../domain/lib/filter.ts'
import { type ResourceName, resourceNames, resources } from '../../../domain/resources.ts'
import { type Command, defineCommand } from '../../commands/command.ts'
import { mayVerb } from '../../resources/shared/may-verb.ts'

const exportCommand = (resource: ResourceName): Command => {
  const { verbs, list } = resources[resource]
  return defineCommand({
    id: verbs.export,
    target: 'none',
    section: 'list',
    icon: 'download',
    keys: ['Shift+e'],
    when: `list resource:${resource}`,
    // If the visible list cannot be exported (store offers), neither can it from here.
    whyNot: (context) => {
      const forbidden = mayVerb(context, verbs.export)
      if (forbidden !== null) return forbidden
      const inView = context.resource === resource ? context.ports.list : null
      if (inView?.matching === null) return 'NOT_FOUND'
      return context.selection === null ? (inView?.whyNotSelectAll?.() ?? null) : null
    },
    run: async (context) => {
      const { ports, country } = context
      const inView = context.resource === resource ? await ports.list?.matching?.() : undefined
      const everywhere: Where = 'country' in list.filters ? { country } : {}
      ports.exportList({ resource, ...(inView ?? { where: everywhere }) })
    },
  })
}

/** Export of each list: the selection, else filtered rows; elsewhere the whole list. */
export const exportCommands: readonly Command[] = resourceNames.map(exportCommand)
