import { createAtom } from '@xstate/store'

/** Batches of changes that were made by writes of this tab. */
export type OwnBatches = {
  /** A write is sent. */
  began: () => void
  /** It was answered, or failed. */
  ended: (answer?: unknown) => void
  /** Whether a batch is of this tab; known once no write is unanswered, since an event may overtake the answer. */
  isOwn: (batchId: string | null) => Promise<boolean>
}

export const createOwnBatches = (): OwnBatches => {
  const unanswered = createAtom(0)
  const own = new Set<string>()
  return {
    began: () => unanswered.set(unanswered.get() + 1),
    ended: (answer) => {
      const batchId = batchOf(answer)
      if (batchId !== null) own.add(batchId)
      unanswered.set(unanswered.get() - 1)
    },
    isOwn: async (batchId) => {
      if (batchId === null) return false
      if (!own.has(batchId) && unanswered.get() > 0) await answered(unanswered)
      return own.has(batchId)
    },
  }
}

/** Resolves once no write is unanswered. */
const answered = (unanswered: ReturnType<typeof createAtom<number>>): Promise<void> =>
  new Promise((resolve) => {
    const subscription = unanswered.subscribe((count) => {
      if (count > 0) return
      subscription.unsubscribe()
      resolve()
    })
  })

const batchOf = (answer: unknown): string | null =>
  typeof answer === 'object' && answer !== null && 'batchId' in answer && typeof answer.batchId === 'string'
    ? answer.batchId
    : null
