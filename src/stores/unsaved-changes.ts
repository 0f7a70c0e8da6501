import { createAtom } from '@xstate/store'

/** Whether the open form has unsaved input, and the confirmation for leaving without a navigation. */
export const createUnsavedChanges = () => {
  let dirty: boolean | 'drafted' = false
  /** Runs if the user agrees to lose the input. */
  const pending = createAtom<{ run: () => void } | null>(null)
  return {
    pending,
    /** `drafted`: the input is stored as a draft, so that a lock does not lose it. */
    setDirty: (next: boolean | 'drafted'): void => {
      dirty = next
    },
    isDirty: (): boolean => dirty !== false,
    /** Whether a lock of the session would lose input. */
    isLostByLock: (): boolean => dirty === true,
    /** Runs at once, or after confirmation if there is unsaved input. Navigations are confirmed by the router. */
    leave: (run: () => void): void => (dirty === false ? run() : pending.set({ run })),
    answer: (isYes: boolean): void => {
      const question = pending.get()
      pending.set(null)
      if (!isYes || question === null) return
      dirty = false
      question.run()
    },
  }
}

export type UnsavedChanges = ReturnType<typeof createUnsavedChanges>
