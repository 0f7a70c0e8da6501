import { createActor, fromPromise } from 'xstate'
import { scopeOf } from '../../../domain/access/permissions.ts'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import { resourceNames, resources } from '../../../domain/resources.ts'
import type { ChangeActor } from '../../../machines/change/change-machine.ts'
import { paletteMachine, type Ran, type RunInput } from '../../../machines/palette/palette-machine.ts'
import {
  type Invocation,
  type MatchingRef,
  type RecordRef,
  recordArgument,
} from '../../../machines/palette/palette-types.ts'
import { type Command, type CommandContext, withRecord } from '../../commands/command.ts'
import type { CommandPorts } from '../../commands/command-ports.ts'
import type { Registry } from '../../commands/create-registry.ts'
import { runCommand } from '../../commands/run-command.ts'
import { PreviewPane } from '../../features/record-preview/preview-pane.tsx'
import type { FilterContext } from '../../filter/filter-context.ts'
import { listWhere } from '../../filter/list-where.ts'
import { Palette } from '../../palette/palette.tsx'
import { createRecents, type KeptIn } from '../../palette/ranking/recents.ts'
import type { RecordIndex } from '../../palette/ranking/record-index.ts'
import { invocationOf, nothingGiven } from '../../palette/results/command-item.ts'
import { openRecordCommand } from '../../palette/results/palette-item.ts'
import type { PaletteProps } from '../../palette/results/palette-view.ts'
import { withMatching, withRecords } from '../../palette/results/target-sections.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { listsOf } from '../commands/nav-items.ts'
import { recordPath } from './read-scan.ts'

/** Parts of a workspace that the palette needs; the embedded one has only these. */
export type PaletteWorkspace = Pick<
  Workspace,
  'api' | 'country' | 'registry' | 'user' | 'ports' | 'commandContext'
>

type Ways = {
  /** With the complete selection. */
  wholeContext: () => Promise<CommandContext>
  addLanguages: () => void
  /** Storage of recently used items. */
  storage: KeptIn
  /** Local index of records received in this session. */
  records: RecordIndex
  /** List filters; absent where there are no lists. */
  filters?: FilterContext
}

/** Looks like a record number. */
const recordNumber = /^\D{0,3}\d{3,9}$/

/** Connects the palette to the workspace. */
export const createPalette = (workspace: PaletteWorkspace, ways: Ways) => {
  const { wholeContext, addLanguages, storage, records, filters } = ways
  const { api, country, registry, user, ports } = workspace
  // Read once while the palette is open, so that a command acts on the selection that its row was computed for.
  let reading: Promise<CommandContext> | null = null
  const services: PaletteServices = {
    registry,
    context: () => {
      reading ??= wholeContext()
      return reading
    },
    present: wholeContext,
    open: (record, number) => ports.navigate(recordPath(user.role, record, number)),
  }
  const actor = createActor(bindPalette(services)).start()
  const scopes = resourceNames.filter((name) => scopeOf(user, resources[name].verbs.list) !== null)
  const props: PaletteProps = {
    actor,
    registry,
    context: workspace.commandContext,
    preview: (invocation, signal) => previewInvocation(services, invocation, signal),
    dryRuns: api.longWork.dryRuns,
    search: async (query, options) => {
      const here = await api.search(query, { ...options, country })
      // Numbers are unique across countries, so search all that the user may read.
      return here.items.length > 0 || !recordNumber.test(query) ? here : api.search(query, options)
    },
    records,
    recents: createRecents(storage, user.id),
    scopes,
    filters: filters && {
      filterContext: filters,
      lists: listsOf(user),
      count: (resource, query, signal) => {
        const where = listWhere(resources[resource].list.filters, query, country)
        return api.list(resource, { where, limit: shownMatches }, { signal })
      },
    },
    people: scopes.includes('users') ? 'users' : null,
    pane: PreviewPane,
    onOpen: addLanguages,
  }
  const open: CommandPorts['openPalette'] = (at) => {
    const command = at && registry.get(at.command)
    const asked =
      command && invocationOf(command, workspace.commandContext(), { ...nothingGiven, args: at.args ?? {} })
    const record = at?.record
    const invocation =
      record === undefined || asked === undefined
        ? asked
        : { ...asked, record, asks: asked.asks.filter((name) => name !== recordArgument) }
    reading = null
    actor.send({ type: 'palette.open', invocation })
  }
  return { Palette, props, open }
}

/** As many as fit into the preview pane. */
const shownMatches = 10

type PaletteServices = {
  registry: Registry
  /** Context with the complete selection, read once while the palette is open. */
  context: () => Promise<CommandContext>
  /** The context with the complete selection, read again. */
  present: () => Promise<CommandContext>
  /** Opens a record; `number`: its display number. */
  open: (record: RecordRef, number: string) => void
}

/** Binds the palette machine to the command registry. */
const bindPalette = (services: PaletteServices): typeof paletteMachine =>
  paletteMachine.provide({
    actors: {
      run: fromPromise<Ran, RunInput>(async ({ input: { invocation, preview, ask }, signal }) => {
        if (invocation === null) return { code: null }
        if (ask === null) await focusReturned()
        if (invocation.command === openRecordCommand) {
          if (invocation.record) services.open(invocation.record, invocation.args.number ?? '')
          return { code: null }
        }
        const command = commandOf(services, invocation)
        const context = await runContext(services, invocation, { command, isAsking: ask !== null })
        if (signal.aborted) return { code: null }
        const shown = ask === null && preview === null ? null : { report: preview, ask: askedBy(ask, signal) }
        const end = await runCommand(
          command,
          { ...context, shown },
          invocation.args,
          argumentWords(invocation),
        )
        return { code: ask !== null && end.kind === 'failed' ? (end.code as Ran['code']) : null }
      }),
      agree: fromPromise<void, { invocation: Invocation | null; change: ChangeActor | null }>(
        async ({ input: { invocation, change } }) => {
          await focusReturned()
          if (invocation?.matching) await selectMatching(services, invocation.matching)
          change?.send({ type: 'change.confirm' })
        },
      ),
    },
  })

/** `ask`, except that a change is cancelled once the palette is closed. */
const askedBy = (ask: RunInput['ask'], signal: AbortSignal): (RunInput['ask'] & {}) | undefined =>
  ask === null
    ? undefined
    : (change) => (signal.aborted ? change.send({ type: 'change.cancel' }) : ask(change))

/**
 * The context in which a command runs. The matches of a sentence are selected first, or after a confirmation in the palette.
 * A command without records acts on the current screen.
 */
const runContext = async (
  services: PaletteServices,
  invocation: Invocation,
  { command, isAsking }: { command: Command; isAsking: boolean },
): Promise<CommandContext> => {
  const { matching } = invocation
  if (isAsking) return contextOf(services, invocation)
  if (matching === undefined)
    return command.target === 'none' ? services.present() : contextOf(services, invocation)
  await selectMatching(services, matching)
  return services.present()
}

/** Labels of the arguments, without the record. */
const argumentWords = ({ args, words }: Invocation): readonly string[] =>
  words.slice(Math.max(0, words.length - Object.keys(args).length))

/** Runs the dry run of a command in the current context. */
const previewInvocation = async (
  services: PaletteServices,
  invocation: Invocation | null,
  signal: AbortSignal,
): Promise<ChangeReport> => {
  if (invocation === null) throw new Error('nothing to preview')
  const { preview } = commandOf(services, invocation)
  if (preview === undefined) throw new Error(`${invocation.command} has no dry run`)
  return preview(await contextOf(services, invocation), invocation.args, signal)
}

const commandOf = ({ registry }: PaletteServices, { command: id }: Invocation) => {
  const command = registry.get(id)
  if (command === undefined) throw new Error(`no command is called ${id}`)
  return command
}

/** A named record is fetched, since permissions depend on its present state. */
const contextOf = async (
  services: PaletteServices,
  { record, records = [], matching }: Invocation,
): Promise<CommandContext> => {
  const context = await services.context()
  const { api } = context.ports
  if (matching) return withMatching(context, matching)
  const [first] = records
  if (first !== undefined) {
    const fetched = await Promise.all(records.map(({ resource, id }) => api.one(resource, id)))
    return withRecords(context, first.resource, records, fetched)
  }
  if (record === null) return context
  return withRecord(context, record.resource, await api.one(record.resource, record.id))
}

/** A step of its own, so that repeating a macro selects the matches of that time. */
const selectMatching = async (services: PaletteServices, { resource, query }: MatchingRef): Promise<void> => {
  const select = services.registry.get('list.select-by-sentence')
  if (select) await runCommand(select, await services.present(), { query, list: resource })
}

/** The palette restores focus asynchronously; commands that move focus must run after. */
const focusReturned = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
