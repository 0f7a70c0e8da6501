import { waitFor } from 'xstate'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import type { ChangeActor } from '../../../machines/change/change-machine.ts'
import { codeOf } from '../../../machines/failure.ts'
import {
  type AnyRecord,
  availabilityOf,
  type Command,
  type CommandContext,
  missingArguments,
  targetOf,
  withRecord,
} from '../../commands/command.ts'
import type { ChangeEnd, ChangeRequest, EditRequest, ShownDryRun } from '../../commands/command-ports.ts'
import type { Registry } from '../../commands/create-registry.ts'
import { runCommand } from '../../commands/run-command.ts'
import { isGrave } from './macro-commands.ts'
import type { MacroStep } from './step-words.ts'

/** Services of a macro's run. */
export type MacroRunServices = {
  get: Registry['get']
  /** Current command context, with the complete selection. */
  context: () => Promise<CommandContext>
  /** Makes a change that is reported and undone together with the others. */
  change: (request: ChangeRequest, shown: ShownDryRun | null) => Promise<ChangeEnd>
  edit: (request: EditRequest) => Promise<ChangeEnd>
  /** Asks before several records are changed, or one by a dangerous change; shows the dry run of step `at`. */
  agree: (asked: { at: number; report: ChangeReport | null; count: number }) => Promise<boolean>
  /** Called before a step. @returns waits until the screen shows its result, or the next screen is ready */
  watch: () => (hasGone: boolean) => Promise<void>
  /** Milliseconds for retrying a refused step: a list may still be loading. */
  patience: number
  isStopped: () => boolean
}

/** `done`: completed steps. `code`: why the next one failed; `CANCELLED` if the user declined. */
export type MacroEnd = {
  done: number
  code: string | null
  changed: number
  refused: number
  refusedBy: ChangeReport['counts']['refusedBy']
  /** Steps that had nothing to do. */
  skipped: number
  /** In order of creation. */
  batches: readonly string[]
}

/**
 * Runs the steps in order, each after the previous one has settled, on the current target: `start` for the first; if that names
 * a record, on it until a step navigates. A step with nothing to do is skipped. A refusal ends the run without undoing completed
 * steps.
 */
export const runMacro = async (
  steps: readonly MacroStep[],
  start: CommandContext,
  services: MacroRunServices,
): Promise<MacroEnd> => {
  const reports: ChangeReport[] = []
  let named = await namedRecord(start, services)
  // The palette shows the dry run of the first step, which does not replace the dialog of steps always confirmed.
  const opening = isGrave(steps, start, services.get) ? null : start.shown
  /** Target of the last confirmed step (`aimOf`). */
  let agreed: string | null = null
  /** Why the current step would change nothing; null if it would. */
  let nothing: string | null = null
  let hasChanged = false
  let skipped = 0

  for (const [at, step] of steps.entries()) {
    if (services.isStopped()) return end(at, 'CANCELLED')
    const command = services.get(step.command)
    if (command === undefined || command.unrecorded !== undefined) return end(at, 'STEP_GONE')
    if (missingArguments(command, step.args).length > 0) return end(at, 'REQUIRED')
    if (command.target === 'none') named = null
    let context: CommandContext
    try {
      context = at === 0 ? start : await contextOf(command, named, hasChanged, services)
    } catch (error) {
      return end(at, codeOf(error))
    }
    const code = whyNotNow(command, context)
    if (code !== null && isIdle(code)) {
      skipped += 1
      continue
    }
    if (code !== null) return end(at, code)
    const aim = aimOf(command, context)
    const isLarge = isGrave([step], context, services.get) || (aim?.count ?? 0) > 1
    const isNew = command.isChange && aim !== null && isLarge && aim.key !== agreed
    const question = isNew ? { report: null, ask: asking(at, aim.count) } : null
    const shown = at === 0 && opening !== null ? opening : question
    if (shown !== null) agreed = aim?.key ?? null
    nothing = null
    const stopped = await take(command, step, context, shown)
    if (stopped !== null && !isIdle(stopped)) return end(at, stopped)
    if (stopped !== null) skipped += 1
  }
  return end(steps.length, null)

  /** Asks to confirm a step after its dry run. After a failed dry run, the change ends by itself. */
  function asking(at: number, count: number) {
    return async (change: ChangeActor): Promise<void> => {
      const checked = await waitFor(change, (snapshot) => !snapshot.matches('checking'))
      if (!checked.matches('confirming')) return
      const { expected: report } = checked.context
      nothing = report?.counts.changed === 0 ? whyNothing(report) : null
      const isAgreed = nothing === null && (await services.agree({ at, report, count }))
      change.send({ type: isAgreed ? 'change.confirm' : 'change.cancel' })
    }
  }

  /** Null if done, else the code of the failure. */
  async function take(
    command: Command,
    { args, words }: MacroStep,
    context: CommandContext,
    shown: ShownDryRun | null,
  ) {
    let hasGone = false
    const settle = services.watch()
    const taken = await runCommand(
      command,
      {
        ...context,
        shown,
        ports: {
          ...context.ports,
          // All are reported by one toast at the end.
          notify: () => undefined,
          navigate: (path) => {
            hasGone = true
            context.ports.navigate(path)
          },
          change: (request) =>
            services.change({ ...request, confirmation: shown === null ? 'never' : 'unseen' }, shown),
          edit: services.edit,
        },
      },
      args,
      words,
    )
    if (taken.kind === 'cancelled') return nothing ?? 'CANCELLED'
    if (taken.kind === 'asked') return 'REQUIRED'
    if (taken.kind !== 'done') return taken.code
    if (command.isChange) hasChanged = true
    if (taken.report !== null) {
      const why = taken.report.counts.changed === 0 ? whyNothing(taken.report) : null
      if (why === null || !isIdle(why)) reports.push(taken.report)
      if (why !== null) return why
    }
    await settle(hasGone)
    return null
  }

  function end(done: number, code: string | null): MacroEnd {
    const refusedBy: Record<string, number> = {}
    for (const { counts } of reports) {
      for (const [reason, count] of Object.entries(counts.refusedBy)) {
        refusedBy[reason] = (refusedBy[reason] ?? 0) + (count ?? 0)
      }
    }
    return {
      done,
      code,
      changed: reports.reduce((sum, { counts }) => sum + counts.changed, 0),
      refused: reports.reduce((sum, { counts }) => sum + counts.refused, 0),
      refusedBy,
      skipped,
      batches: reports.flatMap(({ batchId }) => batchId ?? []),
    }
  }
}

/** A record given by number instead of the active row: `« Relance » 10423`. */
const namedRecord = async (
  start: CommandContext,
  services: MacroRunServices,
): Promise<CommandContext | null> => {
  if (start.active === null || start.selection !== null) return null
  const { resource, active } = await services.context()
  return resource === start.resource && active?.id === start.active.id ? null : start
}

/**
 * The context, once the command can run in it. After a change a single target is refetched, since its row may be outdated.
 */
const contextOf = async (
  command: Command,
  named: CommandContext | null,
  hasChanged: boolean,
  services: MacroRunServices,
): Promise<CommandContext> => {
  const context = await whenReady(command, named, hasChanged, services)
  const record = hasChanged ? targetOf(command, context)?.record : null
  if (!record || command.resource === undefined) return context
  const fresh: AnyRecord = await context.ports.api.one(command.resource, record.id)
  const { selection } = context
  return {
    ...context,
    active: context.active?.id === fresh.id ? fresh : context.active,
    selection: selection?.count === 1 ? { ...selection, records: [fresh] } : selection,
  }
}

/** Retries refusals, except those based on the row's values: then the record is refetched. */
const whenReady = async (
  command: Command,
  named: CommandContext | null,
  hasChanged: boolean,
  services: MacroRunServices,
): Promise<CommandContext> => {
  const deadline = Date.now() + services.patience
  for (;;) {
    const view = await services.context()
    const context = named?.resource && named.active ? withRecord(view, named.resource, named.active) : view
    const isHeld = hasChanged && targetOf(command, context)?.record != null
    if (isHeld || whyNotNow(command, context) === null || Date.now() >= deadline) return context
    await new Promise((resolve) => setTimeout(resolve, pollEvery))
  }
}

const pollEvery = 25

const whyNotNow = (command: Command, context: CommandContext): string | null => {
  const availability = availabilityOf(command, context)
  if (availability.kind === 'refused') return availability.code
  return availability.kind === 'needs-record' ? 'NOTHING_IN_HAND' : null
}

/** Target records of a command, as a comparable string. */
const aimOf = (command: Command, context: CommandContext) => {
  const aim = targetOf(command, context)
  return aim === null ? null : { key: JSON.stringify(aim.target), count: aim.count }
}

/** Whether the step had nothing to do: the records are already as it wants them. */
const isIdle = (code: string): boolean => code === 'ALREADY_THERE'

/** The most frequent refusal code. */
const whyNothing = ({ counts }: ChangeReport): string =>
  Object.entries(counts.refusedBy).toSorted(([, a], [, b]) => (b ?? 0) - (a ?? 0))[0]?.[0] ?? 'ALREADY_THERE'
