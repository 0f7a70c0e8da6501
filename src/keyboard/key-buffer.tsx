import { useLayoutEffect } from 'react'
import { captureKeys } from './listen-to-keys.ts'

type KeyBuffer = {
  /** Adds a key that a component has received. */
  push: (event: KeyboardEvent) => void
  /** Dispatches the buffered keys in order at the focused element, then stops buffering. */
  replay: () => void
  /** Discards the buffered keys and stops buffering. */
  discard: () => void
}

type KeyBufferOptions = {
  /** Escape discards the buffer and calls this; without it Escape is buffered like any other key. */
  onEscape?: () => void
  /** The key that was pressed too early: the first to be replayed. */
  first?: KeyboardEvent
}

let created = 0
/** The buffer whose keys are being replayed at this moment. */
let replaying = Number.POSITIVE_INFINITY

/** Buffers every key press from now on, for a component that is still loading; none reaches the screen. */
export const bufferKeys = ({ onEscape, first }: KeyBufferOptions = {}): KeyBuffer => {
  const keys = first === undefined ? [] : [first]
  const own = ++created
  let isReplaying = false
  const discard = (): void => {
    keys.length = 0
    stop()
  }
  const stop = captureKeys((event) => {
    // Replayed keys pass here too; those after a key that started another buffer wait in that one.
    if (!event.isTrusted && replaying >= own) return
    event.preventDefault()
    event.stopImmediatePropagation()
    // A replayed key may have started another buffer; then Escape is for that one, in its turn.
    if (event.key === 'Escape' && onEscape !== undefined && !isReplaying) {
      discard()
      onEscape()
    } else if (!modifiers.includes(event.key)) keys.push(event)
  })
  const replay = (): void => {
    isReplaying = true
    for (let key = keys.shift(); key !== undefined; key = keys.shift()) {
      replaying = own
      dispatchAgain(key)
      replaying = Number.POSITIVE_INFINITY
      const [next] = keys
      // A key's effect is rendered before the next one acts on it; letters typed into a field need not wait.
      if (next !== undefined && !(isText(next) && isField(document.activeElement)))
        return void requestAnimationFrame(replay)
    }
    discard()
  }
  return { push: (event) => void keys.push(event), replay, discard }
}

/** Suspense fallback of a layer: buffers keys while its code loads, and replays them in it. */
export const KeyBufferFallback = ({ onEscape }: KeyBufferFallbackProps) => {
  useLayoutEffect(() => {
    const { replay } = bufferKeys({ onEscape })
    // Compared with the focus of this moment: a page that has just come may have taken it since the fallback was rendered.
    return () => onceFocusMoves(document.activeElement, replay)
  }, [onEscape])
  return null
}

type KeyBufferFallbackProps = {
  /** Escape discards the keys and calls this; without it Escape is a key like others. Keep it stable over renders. */
  onEscape?: () => void
}

/** Calls back once the focus has left `before`, because what was opened has taken it; at the latest after 500 ms. */
const onceFocusMoves = (before: Element | null, callback: () => void): void => {
  const start = performance.now()
  const check = () => {
    if (document.activeElement !== before || performance.now() - start > MAX_FOCUS_WAIT_MS) callback()
    else requestAnimationFrame(check)
  }
  requestAnimationFrame(check)
}

const MAX_FOCUS_WAIT_MS = 500

const modifiers = ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta']

const isText = (event: KeyboardEvent): boolean =>
  [...event.key].length === 1 &&
  (event.getModifierState('AltGraph') || !(event.ctrlKey || event.altKey || event.metaKey))

const isField = (element: Element | null): boolean =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement

/** Handlers get the key as an event; what a browser does by itself only for trusted keys is done here. */
const dispatchAgain = (event: KeyboardEvent): void => {
  const target = document.activeElement ?? document.body
  const { key, code, keyCode, shiftKey, ctrlKey, altKey, metaKey } = event
  const modifierAltGraph = event.getModifierState('AltGraph')
  const init = { key, code, keyCode, shiftKey, ctrlKey, altKey, metaKey, modifierAltGraph }
  const isUnhandled = target.dispatchEvent(
    new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true, composed: true }),
  )
  if (!isUnhandled) return
  const isInField = isField(target)
  if (isInField && isText(event)) document.execCommand('insertText', false, key)
  else if (isInField && key === 'Backspace') document.execCommand('delete')
  else if (target instanceof HTMLInputElement && key === 'Enter') target.form?.requestSubmit()
  else if (target instanceof HTMLButtonElement && (key === 'Enter' || key === ' ')) target.click()
}
