import { guardHistory } from './guard-history.ts'

/** Stands between an unsaved form and whatever would leave it: a command, a link, a key, the browser's Back, its tab closing. */
export const createLeaveGuard = () => {
  let isDirty = false
  let waiting: (() => void) | null = null
  let free: (() => void) | null = null
  const listeners = new Set<() => void>()
  const publish = (next: (() => void) | null) => {
    waiting = next
    for (const listener of listeners) listener()
  }
  const warn = (event: BeforeUnloadEvent) => event.preventDefault()
  const setDirty = (next: boolean) => {
    if (next === isDirty) return
    isDirty = next
    free?.()
    free = null
    if (!isDirty) return
    window.addEventListener('beforeunload', warn)
    const freeHistory = guardHistory((go) => publish(go))
    free = () => {
      window.removeEventListener('beforeunload', warn)
      freeHistory()
    }
  }
  return {
    setDirty,
    isDirty: (): boolean => isDirty,
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
