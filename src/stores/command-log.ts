import { createStore } from '@xstate/store'
import type { Arguments, CommandRun, RunEnd } from '../commands/command-ports.ts'

/** A command that was run, as it can be run again. `words` are its arguments as they were read. */
export type LoggedStep = {
  command: string
  args: Arguments
  words: readonly string[]
  isChange: boolean
  /** Its place in the sitting; a repeated one has a new place. */
  serial: number
}

type LogListener = {
  /** While recording, what cannot be a step was run. */
  onLeftOut: (command: CommandRun['command']) => void
}

/** Far more than anybody chooses from: moves come in scores. */
const MAX_STEPS = 200

type Log = {
  steps: readonly LoggedStep[]
  lastChange: LoggedStep | null
  serial: number
  /** The serial from which on it is recorded. */
  recordedFrom: number | null
}

/**
 * What was run in this sitting, in its order: what `.` repeats and macros are made of. What was cancelled or failed is
 * taken out again, and so is what was undone; undoing itself is no step.
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
      /** It was cancelled or has failed. */
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
    /** The last change was taken back: it is still what `.` repeats, and no step any more. */
    undone: (): void => store.trigger.undone(),
    steps: (): readonly LoggedStep[] => log().steps,
    lastChange: (): LoggedStep | null => log().lastChange,
    recorded: (): readonly LoggedStep[] | null => recordedSteps(log()),
    record: (): void => store.trigger.record(),
    /** Ends the recording and answers what it has. */
    stop: (): readonly LoggedStep[] => {
      const steps = recordedSteps(log()) ?? []
      store.trigger.stop()
      return steps
    },
  }
}

/** The steps recorded so far; null while nothing is recorded. */
export const recordedSteps = ({ steps, recordedFrom }: Log): readonly LoggedStep[] | null =>
  recordedFrom === null ? null : steps.filter(({ serial }) => serial > recordedFrom)

export type CommandLog = ReturnType<typeof createCommandLog>
