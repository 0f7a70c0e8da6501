import { useLayoutEffect } from 'react'
import { captureKeys } from './listen-to-keys.ts'
import { isModifier, passesBuffer, replayKeys } from './replay-keys.ts'

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
let active = 0

/** Whether keys are buffered at this moment: they are for a part of the page that is not there yet. */
export const isBufferingKeys = (): boolean => active > 0

/** Buffers every key press from now on, for a component that is still loading; none reaches the screen. */
export const bufferKeys = ({ onEscape, first }: KeyBufferOptions = {}): KeyBuffer => {
  const keys = first === undefined ? [] : [first]
  const own = ++created
  let isReplaying = false
  let isOver = false
  active++
  const discard = (): void => {
    keys.length = 0
    stop()
    if (!isOver) active--
    isOver = true
  }
  const stop = captureKeys((event) => {
    // Replayed keys pass here too; those after a key that started another buffer wait in that one.
    if (passesBuffer(event, own)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    // A replayed key may have started another buffer; then Escape is for that one, in its turn.
    if (event.key === 'Escape' && onEscape !== undefined && !isReplaying) {
      discard()
      onEscape()
    } else if (!isModifier(event)) keys.push(event)
  })
  const replay = (): void => {
    isReplaying = true
    replayKeys(keys, own, discard)
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
