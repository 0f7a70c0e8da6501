import hotkeys from 'hotkeys-js'

/** Stops the keys of its element from being listened to. */
type StopListening = () => void
type OnKeyDown = (event: KeyboardEvent) => void

/**
 * Calls `onKeyDown` for every keydown that bubbles to `element`; the only place where keys are listened to outside of
 * React's own handlers.
 *
 * hotkeys-js is used for its `*` hotkey, which passes on each raw event whatever the library believes to be held down: its
 * own matching loses the second of two overlapping keys and misreads punctuation on AZERTY. Sequences, layouts and
 * contexts are resolved by the keys machine. The library is one module for the page, but calls a handler only for the
 * element that it was registered with, so that several palettes do not hear each other's keys.
 */
export const listenToKeys = (element: HTMLElement | Document | Window, onKeyDown: OnKeyDown): StopListening =>
  // The library calls nothing but `addEventListener` on the element: a window does as well.
  register(element as HTMLElement | Document, onKeyDown, false)

/** The same for every key of the page on its way down, before any component gets it. */
export const captureKeys = (onKeyDown: OnKeyDown): StopListening =>
  // One element has one phase in hotkeys-js: nothing else may listen on the root element.
  register(document.documentElement, onKeyDown, true)

const register = (element: HTMLElement | Document, onKeyDown: OnKeyDown, capture: boolean): StopListening => {
  const handler = (event: KeyboardEvent): void => {
    // The library calls all handlers of an element itself, also after one has stopped the event.
    if (!event.cancelBubble) onKeyDown(event)
  }
  hotkeys('*', { element, capture, keydown: true, keyup: false }, handler)
  return () => hotkeys.unbind('*', 'all', handler)
}

// By default it is deaf in text fields, where Mod+k has to work; what may fire there is decided by the keys machine.
hotkeys.filter = () => true
// On loading it puts itself on `window`, where a page with an embedded palette may have hotkeys-js of its own.
// Unit tests load it without a window, and so without this function.
hotkeys.noConflict?.(true)
