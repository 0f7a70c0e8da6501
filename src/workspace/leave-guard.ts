/** Stands between an unsaved form and whatever would leave it: a command, a link, a key. */
export const createLeaveGuard = () => {
  let isDirty = false
  let waiting: (() => void) | null = null
  const listeners = new Set<() => void>()
  const publish = (next: (() => void) | null) => {
    waiting = next
    for (const listener of listeners) listener()
  }
  const warn = (event: BeforeUnloadEvent) => event.preventDefault()
  const setDirty = (next: boolean) => {
    if (next === isDirty) return
    isDirty = next
    if (isDirty) window.addEventListener('beforeunload', warn)
    else window.removeEventListener('beforeunload', warn)
  }
  return {
    setDirty,
    /** Goes at once where nothing would be lost; asks otherwise. */
    leave: (go: () => void): void => (isDirty ? publish(go) : go()),
    /** Whether somebody is being asked. */
    isAsking: (): boolean => waiting !== null,
    answer: (isYes: boolean): void => {
      const go = waiting
      publish(null)
      if (!isYes || go === null) return
      setDirty(false)
      go()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export type LeaveGuard = ReturnType<typeof createLeaveGuard>
