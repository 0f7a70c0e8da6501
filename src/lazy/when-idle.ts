/** Those who pay for each byte fetch nothing before they need it. */
export const isSaving = (): boolean =>
  'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true

/** Runs what fetches ahead, once the browser has nothing else to do. @returns gives it up, where it has not begun */
export const whenIdle = (task: () => void): (() => void) => {
  if (isSaving()) return () => undefined
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(task, 2_000)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(task)
  return () => cancelIdleCallback(handle)
}
