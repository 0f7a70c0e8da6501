import type { Arguments } from '../commands/arguments.ts'
import type { CommandRun, RunEnd } from '../commands/command-ports.ts'

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
const mostKept = 200

/**
 * What was run in this sitting, in its order: what `.` repeats and macros are made of. What was cancelled or failed is
 * taken out again, and so is what was undone; undoing itself is no step.
 */
export const createCommandLog = ({ onLeftOut }: LogListener) => {
  let steps: readonly LoggedStep[] = []
  let lastChange: LoggedStep | null = null
  let serial = 0
  /** The place from which on it is recorded. */
  let recordedFrom: number | null = null
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const keep = (next: readonly LoggedStep[]) => {
    steps = next.slice(-mostKept)
    tell()
  }

  return {
    began: ({ command, args, words }: CommandRun): ((end: RunEnd) => void) => {
      if (command.unrecorded !== undefined) {
        if (recordedFrom !== null && command.unrecorded === 'told') onLeftOut(command)
        return () => undefined
      }
      serial += 1
      const step = { command: command.id, args, words, isChange: command.isChange ?? false, serial }
      const before = lastChange
      if (step.isChange) lastChange = step
      keep([...steps, step])
      return ({ kind }) => {
        if (kind === 'done') return
        if (lastChange === step) lastChange = before
        keep(steps.filter((other) => other !== step))
      }
    },
    /** The last change was taken back: it is still what `.` repeats, and no step any more. */
    undone: (): void => {
      const last = steps.findLast(({ isChange }) => isChange)
      if (last !== undefined) keep(steps.filter((other) => other !== last))
    },
    steps: (): readonly LoggedStep[] => steps,
    lastChange: (): LoggedStep | null => lastChange,
    /** The steps recorded so far; null while nothing is recorded. */
    recorded: (): readonly LoggedStep[] | null => {
      const from = recordedFrom
      return from === null ? null : steps.filter((step) => step.serial > from)
    },
    record: (): void => {
      recordedFrom = serial
      tell()
    },
    /** Ends the recording and answers what it has. */
    stop: (): readonly LoggedStep[] => {
      const from = recordedFrom ?? serial
      recordedFrom = null
      tell()
      return steps.filter((step) => step.serial > from)
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export type CommandLog = ReturnType<typeof createCommandLog>
