import hotkeys from 'hotkeys-js'

type StopListening = () => void
type OnKeyDown = (event: KeyboardEvent) => void

/**
 * Calls `onKeyDown` for every keydown that bubbles to `element`. The only key listener besides React's.
 * Uses the `*` hotkey of hotkeys-js, which passes every raw event: its own matching loses the second of two overlapping keys
 * and misreads punctuation on AZERTY. The keys machine resolves sequences, layouts and contexts. Handlers are only called for
 * their element, so several palettes on a page do not share keys.
 */
export const listenToKeys = (element: HTMLElement | Document | Window, onKeyDown: OnKeyDown): StopListening =>
  // The library only calls `addEventListener`, so a window works too.
  register(element as HTMLElement | Document, onKeyDown, false)

/** The same in the capture phase of the whole page. */
export const captureKeys = (onKeyDown: OnKeyDown): StopListening =>
  // hotkeys-js supports one phase an element: nothing else may listen on the root element.
  register(document.documentElement, onKeyDown, true)

const register = (element: HTMLElement | Document, onKeyDown: OnKeyDown, capture: boolean): StopListening => {
  const handler = (event: KeyboardEvent): void => {
    // The library calls all handlers of an element, even after propagation was stopped.
    if (!event.cancelBubble) onKeyDown(event)
  }
  hotkeys('*', { element, capture, keydown: true, keyup: false }, handler)
  return () => hotkeys.unbind('*', 'all', handler)
}

// By default it ignores text fields, where Mod+k must work; the keys machine decides.
hotkeys.filter = () => true
// Removes its global: a host page may have its own hotkeys-js. Undefined in unit tests, which have no window.
hotkeys.noConflict?.(true)
