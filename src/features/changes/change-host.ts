import { type ActorRefFrom, createActor } from 'xstate'
import type { ResourceName } from '../../../domain/resources.ts'
import type { changeMachine } from '../../../machines/change-machine.ts'
import { newIntent } from '../../api/intent.ts'
import type { ChangeRequest } from '../../commands/command-ports.ts'

export type ChangeActor = ActorRefFrom<typeof changeMachine>

/** What the host tells whoever shows it. `batch` is one that is past its toast and can still be undone from the keyboard. */
export type ChangeListener = {
  onStart: (change: ChangeActor) => void
  /** Done, or taken back: so many records of that resource are other than they were. */
  onChanged: (resource: ResourceName, count: number) => void
  onNothingToUndo: () => void
}

/**
 * Runs every change that commands ask for, one machine each, and remembers the last so that `u` takes it back.
 * `machine` is the change machine with its actors bound to the api.
 */
export const createChangeHost = (machine: typeof changeMachine, listener: ChangeListener) => {
  let latest: ChangeActor | null = null
  return {
    start: (request: ChangeRequest): void => {
      const { confirmed, ...change } = request
      const actor = createActor(machine, {
        input: {
          change,
          confirmed,
          intents: { apply: newIntent(), undo: newIntent() },
          undoWindow,
        },
      })
      actor.on('change.settled', ({ report }) => {
        if (report.batchId !== null) latest = actor
        listener.onChanged(change.resource, report.counts.changed)
      })
      actor.on('change.undone', ({ report }) => listener.onChanged(change.resource, report.counts.changed))
      listener.onStart(actor)
      actor.start()
    },
    undoLast: (): void => {
      if (latest?.getSnapshot().matches('undoable')) latest.send({ type: 'change.undo' })
      else listener.onNothingToUndo()
      latest = null
    },
  }
}

export type ChangeHost = ReturnType<typeof createChangeHost>

/** `u` reaches this far back; the journal reaches further. */
const undoWindow = 10 * 60_000
