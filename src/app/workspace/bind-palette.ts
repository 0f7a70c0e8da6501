import { fromPromise } from 'xstate'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import { paletteMachine } from '../../../machines/palette/palette-machine.ts'
import type { Invocation, MatchingRef, RecordRef } from '../../../machines/palette/palette-types.ts'
import type { CommandContext } from '../../commands/command-context.ts'
import { withRecord } from '../../commands/command-target.ts'
import type { Registry } from '../../commands/create-registry.ts'
import { runCommand } from '../../commands/run-command.ts'
import { openRecord } from '../../palette/results/palette-item.ts'
import { withMatching, withRecords } from '../../palette/results/target-sections.ts'

export type PaletteServices = {
  registry: Registry
  /** What is in view, the whole selection included, as it is when the command is run. */
  context: () => Promise<CommandContext>
  /** Shows a record; `number` is the one that people say on the phone. */
  open: (record: RecordRef, number: string) => void
}

/** The palette machine over the command registry. */
export const bindPalette = (services: PaletteServices): typeof paletteMachine =>
  paletteMachine.provide({
    actors: {
      preview: fromPromise<ChangeReport, Invocation | null>(({ input, signal }) =>
        previewInvocation(services, input, signal),
      ),
      run: fromPromise<void, { invocation: Invocation | null; preview: ChangeReport | null }>(
        async ({ input: { invocation, preview } }) => {
          if (invocation === null) return
          await focusReturned()
          if (invocation.command === openRecord) {
            if (invocation.record) services.open(invocation.record, invocation.args.number ?? '')
            return
          }
          if (invocation.matching) await selectMatching(services, invocation.matching)
          const context = await contextOf(services, { ...invocation, matching: undefined })
          await runCommand(
            commandOf(services, invocation),
            { ...context, previewed: preview },
            invocation.args,
            argumentWords(invocation),
          )
        },
      ),
    },
  })

/** How the arguments were read; the record, where it was asked for, comes before them. */
const argumentWords = ({ args, words }: Invocation): readonly string[] =>
  words.slice(Math.max(0, words.length - Object.keys(args).length))

/** The dry run of a command as it would be run now. */
export const previewInvocation = async (
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

/** A record that was named is fetched: whether the command may run depends on how it is now. */
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

/** A separate step: a repetition selects again what matches then. */
const selectMatching = async (services: PaletteServices, { resource, query }: MatchingRef): Promise<void> => {
  const select = services.registry.get('list.select-by-sentence')
  if (select) await runCommand(select, await services.context(), { query, list: resource })
}

/** The palette gives the focus back as it goes, a moment after: what the command focuses must come after that. */
const focusReturned = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
