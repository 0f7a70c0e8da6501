import { createActor } from 'xstate'
import { scopeOf } from '../../../domain/access/permissions.ts'
import { resourceNames, resources } from '../../../domain/resources.ts'
import type { CommandContext } from '../../commands/command-context.ts'
import type { Arguments } from '../../commands/command-ports.ts'
import { PreviewPane } from '../../features/record-preview/preview-pane.tsx'
import type { FilterContext } from '../../filter/filter-context.ts'
import { listWhere } from '../../filter/list-where.ts'
import { Palette } from '../../palette/palette.tsx'
import { createRecents, type KeptIn } from '../../palette/ranking/recents.ts'
import type { RecordIndex } from '../../palette/ranking/record-index.ts'
import { invocationOf, nothingGiven } from '../../palette/results/command-item.ts'
import type { PaletteProps } from '../../palette/results/palette-view.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { listsOf } from '../commands/nav-items.ts'
import { bindPalette, type PaletteServices, previewInvocation } from './bind-palette.ts'
import { recordPath } from './read-scan.ts'

/** The parts of a workspace that the palette needs; the embedded palette has no others. */
export type PaletteGround = Pick<
  Workspace,
  'api' | 'country' | 'registry' | 'user' | 'ports' | 'commandContext'
>

type Ways = {
  /** Waits for the whole selection. */
  wholeContext: () => Promise<CommandContext>
  addLanguages: () => void
  /** Where it is kept what was used here before. */
  storage: KeptIn
  /** What was sent to this person so far. */
  records: RecordIndex
  /** What lists are filtered by, where there are lists to go to. */
  filters?: FilterContext
}

/** An order's, a parcel's or another record's number, as typed. */
const recordNumber = /^\D{0,3}\d{3,9}$/

/** The palette over this workspace, what it shows, and the door to it. */
export const createPalette = (workspace: PaletteGround, ways: Ways) => {
  const { wholeContext, addLanguages, storage, records, filters } = ways
  const { api, country, registry, user, ports } = workspace
  const services: PaletteServices = {
    registry,
    context: wholeContext,
    open: (record, number) => ports.navigate(recordPath(user.role, record, number)),
  }
  const actor = createActor(bindPalette(services)).start()
  const scopes = resourceNames.filter((name) => scopeOf(user.role, resources[name].verbs.list) !== null)
  const props: PaletteProps = {
    actor,
    registry,
    context: workspace.commandContext,
    preview: (invocation, signal) => previewInvocation(services, invocation, signal),
    dryRuns: api.longWork.dryRuns,
    search: async (query, options) => {
      const here = await api.search(query, { ...options, country })
      // A number is one of all countries: what has it elsewhere is found too, by those who may read it.
      return here.items.length > 0 || !recordNumber.test(query) ? here : api.search(query, options)
    },
    records,
    recents: createRecents(storage, user.id),
    scopes,
    filters: filters && {
      filterContext: filters,
      lists: listsOf(user.role),
      count: (resource, query, signal) => {
        const where = listWhere(resources[resource].list.filters, query, country)
        return api.list(resource, { where, limit: shownMatches }, { signal })
      },
    },
    people: scopes.includes('users') ? 'users' : null,
    pane: PreviewPane,
    onOpen: addLanguages,
  }
  const open = (at?: { command: string; args?: Arguments }) => {
    const command = at && registry.get(at.command)
    const invocation =
      command && invocationOf(command, workspace.commandContext(), { ...nothingGiven, args: at.args ?? {} })
    actor.send({ type: 'palette.open', invocation })
  }
  return { Palette, props, open }
}

/** As many as the pane next to the palette's list has room for. */
const shownMatches = 10
