import type { i18n } from 'i18next'
import { paths } from '../../../domain/access/paths.ts'
import type { ResourceName } from '../../../domain/resources.ts'
import type { CommandPorts, ListPort, ShowListRequest } from '../../commands/command-ports.ts'
import type { FilterContext } from '../../filter/filter-context.ts'
import { importWithRetry } from '../../lazy/import-with-retry.ts'
import type { ViewStore } from '../../stores/view-store.ts'

type ShowList = {
  i18n: i18n
  filterContext: FilterContext
  view: ViewStore
  /** Lists with a screen for this role. */
  lists: readonly ResourceName[]
  navigate: CommandPorts['navigate']
}

/** Timeout in milliseconds for loading a screen. */
const patience = 15_000

/** Parses the text, opens its list, and waits for the rows. */
export const createShowList =
  ({ i18n, filterContext, view, lists, navigate }: ShowList) =>
  async ({ resource, text, select }: ShowListRequest): Promise<void> => {
    const { createListDetector } = await importWithRetry(() => import('../../filter/detect-lists.ts'))
    const detector = createListDetector(i18n, filterContext)
    const inView = view.current()?.list?.ask ? (view.current()?.resource ?? null) : null
    const [heard] = resource === null ? detector.hear(text, { all: lists, inView }) : []
    const target = resource ?? heard?.resource ?? inView
    if (target === null || !lists.includes(target)) throw new NoSuchList()
    const query = heard?.resource === target ? heard.query : detector.read(target, text).query
    if (target !== inView) navigate(paths.list(target, query))
    const list = await listOf(view, target)
    await list.ask(query, { select })
    filterContext.recents.use(target, query)
  }

/** No list is named, or none that the user may see. */
class NoSuchList extends Error {
  readonly code = 'NOT_FOUND'
}

type PendingQuery = ListPort & { ask: NonNullable<ListPort['ask']> }

const listOf = (view: ViewStore, resource: ResourceName): Promise<PendingQuery> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => settle(null), patience)
    const settle = (list: PendingQuery | null) => {
      clearTimeout(timer)
      subscription.unsubscribe()
      if (list === null) reject(new NoSuchList())
      else resolve(list)
    }
    const look = () => {
      const current = view.current()
      if (current?.resource === resource && isAsked(current.list)) settle(current.list)
    }
    const subscription = view.shown.subscribe(look)
    look()
  })

const isAsked = (list: ListPort | null): list is PendingQuery => list?.ask !== undefined
