const longestWait = 500

/** Calls once the focus stands elsewhere than at `before`: what was opened has taken it. It need not: then soon after. */
export const onceFocusMoves = (before: Element | null, call: () => void): void => {
  const began = performance.now()
  const look = () => {
    if (document.activeElement !== before || performance.now() - began > longestWait) call()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
