/** Whether the open form has unsaved words, and the question about them of what leaves without a navigation. */
export const createUnsavedChanges = () => {
  let isDirty = false
  let pending: (() => void) | null = null
  const listeners = new Set<() => void>()
  const publish = (next: (() => void) | null) => {
    pending = next
    for (const listener of listeners) listener()
  }
  return {
    setDirty: (next: boolean): void => {
      isDirty = next
    },
    isDirty: (): boolean => isDirty,
    /** Runs it at once where nothing would be lost; asks first otherwise. Navigations are asked about by the router. */
    leave: (run: () => void): void => (isDirty ? publish(run) : run()),
    isAsking: (): boolean => pending !== null,
    answer: (isYes: boolean): void => {
      const run = pending
      publish(null)
      if (!isYes || run === null) return
      isDirty = false
      run()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export type UnsavedChanges = ReturnType<typeof createUnsavedChanges>
