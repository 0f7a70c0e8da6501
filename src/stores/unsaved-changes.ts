import { createAtom } from '@xstate/store'

/** Whether the open form has unsaved input, and the confirmation for leaving without a navigation. */
export const createUnsavedChanges = () => {
  let isDirty = false
  /** Runs if the user agrees to lose the input. */
  const pending = createAtom<{ run: () => void } | null>(null)
  return {
    pending,
    setDirty: (next: boolean): void => {
      isDirty = next
    },
    isDirty: (): boolean => isDirty,
    /** Runs at once, or after confirmation if there is unsaved input. Navigations are confirmed by the router. */
    leave: (run: () => void): void => (isDirty ? pending.set({ run }) : run()),
    answer: (isYes: boolean): void => {
      const question = pending.get()
      pending.set(null)
      if (!isYes || question === null) return
      isDirty = false
      question.run()
    },
  }
}

export type UnsavedChanges = ReturnType<typeof createUnsavedChanges>
