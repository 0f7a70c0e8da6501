/** Milliseconds after which a call is said to be in progress. */
const PATIENCE_MS = 400

/**
 * Calls `show` once something takes long. While `isHeld`, it waits for the user, who sees that in a dialog. Returns what cancels it.
 */
export const whenLong = (show: () => void, isHeld: () => boolean = () => false): (() => void) => {
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    timer = setTimeout(() => (isHeld() ? wait() : show()), PATIENCE_MS)
  }
  wait()
  return () => clearTimeout(timer)
}
