import { usualBounds } from '../bounds.ts'
import { currentUser } from '../current-user.ts'
import { makeFairSlots } from '../fair-slots.ts'
import { Refused } from '../refused.ts'
import { limits } from './limits.ts'
import { isOutOfMemory, openThread, type Thread } from './open-thread.ts'
import type { PackedPiece } from './pack-lines.ts'
import type { TaskAnswer, TaskName, Tasks } from './tasks.ts'

/** Runs one task that has nothing to tell after its answer. */
export const runTask = async <Name extends TaskName>(
  name: Name,
  ...args: Parameters<Tasks[Name]>
): Promise<TaskAnswer<Name>> => {
  const { answer, end } = await startTask(name, args)
  await end
  return answer
}

/**
 * Runs one task in a thread of its own, so that no file can hold up the server: a task that takes too long or too much
 * memory is ended and refused with `FILE_TOO_COMPLEX`. A few run at once, of one user one less than all; the others wait for their turn, which goes round by user. Resolves with
 * the answer; `end` is when all of the pieces that the task makes after it have come, which it does a little later
 * unless it is told to `hurry`. A piece may come twice.
 */
export const startTask = async <Name extends TaskName>(
  name: Name,
  args: Parameters<Tasks[Name]>,
  onPiece: (piece: PackedPiece) => void = () => {},
): Promise<Started<TaskAnswer<Name>>> => {
  const giveTurn = await threads.acquire(currentUser())
  const rooms = limits.heapMegabytes.map(
    (megabytes) => (): Promise<Thread> => openThread(name, args, megabytes, onPiece),
  )
  try {
    const { answer, hurry, end } = await inSomeRoom(rooms)
    const whole = end.finally(giveTurn)
    whole.catch(() => {})
    return { answer: answer as TaskAnswer<Name>, hurry, end: whole }
  } catch (error) {
    giveTurn()
    throw error
  }
}

type Started<Answer> = Omit<Thread, 'answer'> & { answer: Answer }

/** In the first of these rooms that the task fits into, from its beginning in each. */
const inSomeRoom = async ([open, ...larger]: (() => Promise<Thread>)[]): Promise<Started<unknown>> => {
  if (open === undefined) throw new Refused('FILE_TOO_COMPLEX')
  const again = async (error: unknown) => {
    if (!isOutOfMemory(error)) throw error
    return inSomeRoom(larger)
  }
  try {
    const thread = await open()
    const answer = await thread.answer
    const endElsewhere = async (error: unknown): Promise<void> => {
      const { hurry, end } = await again(error)
      hurry()
      return end
    }
    return { answer, hurry: thread.hurry, end: thread.end.catch(endElsewhere) }
  } catch (error) {
    return again(error)
  }
}

const threads = makeFairSlots({
  slots: limits.threads,
  slotsPerUser: limits.threads - 1,
  waitingPerUser: usualBounds.waitingSpreadsheets,
})
