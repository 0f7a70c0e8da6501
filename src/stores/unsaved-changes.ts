import { createAtom } from '@xstate/store'

/** Whether the open form has unsaved words, and the question about them of what leaves without a navigation. */
export const createUnsavedChanges = () => {
  let isDirty = false
  /** What runs once the user agrees to lose the words. */
  const pending = createAtom<{ run: () => void } | null>(null)
  return {
    pending,
    setDirty: (next: boolean): void => {
      isDirty = next
    },
    isDirty: (): boolean => isDirty,
    /** Runs it at once where nothing would be lost; asks first otherwise. Navigations are asked about by the router. */
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
