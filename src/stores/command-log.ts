import { createStore } from '@xstate/store'
import type { Arguments, CommandRun, RunEnd } from '../commands/command-ports.ts'

/** A command that was run. `words`: labels of its arguments. */
export type LoggedStep = {
  command: string
  args: Arguments
  words: readonly string[]
  isChange: boolean
  /** Position in the session; increases with each run. */
  serial: number
}

type LogListener = {
  /** A command that cannot be recorded was run while recording. */
  onLeftOut: (command: CommandRun['command']) => void
}

const MAX_STEPS = 200

type Log = {
  steps: readonly LoggedStep[]
  lastChange: LoggedStep | null
  serial: number
  /** Serial of the first recorded step; null while not recording. */
  recordedFrom: number | null
}

/**
 * Log of commands run in this session, for `.` and macros. Cancelled, failed and undone steps are removed; undo is not logged.
 */
export const createCommandLog = ({ onLeftOut }: LogListener) => {
  const store = createStore({
    context: { steps: [], lastChange: null, serial: 0, recordedFrom: null } as Log,
    on: {
      began: (log, { step }: { step: LoggedStep }) => ({
        ...log,
        serial: step.serial,
        lastChange: step.isChange ? step : log.lastChange,
        steps: [...log.steps, step].slice(-MAX_STEPS),
      }),
      /** The step was cancelled or failed. */
      dropped: (log, { step, before }: { step: LoggedStep; before: LoggedStep | null }) => ({
        ...log,
        lastChange: log.lastChange === step ? before : log.lastChange,
        steps: log.steps.filter((other) => other !== step),
      }),
      undone: (log) => {
        const last = log.steps.findLast(({ isChange }) => isChange)
        return { ...log, steps: log.steps.filter((step) => step !== last) }
      },
      record: (log) => ({ ...log, recordedFrom: log.serial }),
      stop: (log) => ({ ...log, recordedFrom: null }),
    },
  })
  const log = () => store.getSnapshot().context

  return {
    store,
    began: ({ command, args, words }: CommandRun): ((end: RunEnd) => void) => {
      const { recordedFrom, serial, lastChange: before } = log()
      if (command.unrecorded !== undefined) {
        if (recordedFrom !== null && command.unrecorded === 'reported') onLeftOut(command)
        return () => undefined
      }
      const isChange = command.isChange ?? false
      const step: LoggedStep = { command: command.id, args, words, isChange, serial: serial + 1 }
      store.trigger.began({ step })
      return ({ kind }) => {
        if (kind !== 'done') store.trigger.dropped({ step, before })
      }
    },
    /** The last change was undone: `.` still repeats it, but it is no step. */
    undone: (): void => store.trigger.undone(),
    steps: (): readonly LoggedStep[] => log().steps,
    lastChange: (): LoggedStep | null => log().lastChange,
    recorded: (): readonly LoggedStep[] | null => recordedSteps(log()),
    record: (): void => store.trigger.record(),
    /** Ends recording and returns the steps. */
    stop: (): readonly LoggedStep[] => {
      const steps = recordedSteps(log()) ?? []
      store.trigger.stop()
      return steps
    },
  }
}

/** Steps recorded so far; null while not recording. */
export const recordedSteps = ({ steps, recordedFrom }: Log): readonly LoggedStep[] | null =>
  recordedFrom === null ? null : steps.filter(({ serial }) => serial > recordedFrom)

export type CommandLog = ReturnType<typeof createCommandLog>
