import { useLayoutEffect } from 'react'
import { captureKeys } from './listen-to-keys.ts'

type KeyBuffer = {
  /** Adds a key event that a component received. */
  push: (event: KeyboardEvent) => void
  /** Dispatches the buffered events in order at the focused element, then stops buffering. */
  replay: () => void
  /** Discards the buffered keys and stops buffering. */
  discard: () => void
}

type KeyBufferOptions = {
  /** Escape discards the buffer and calls this; without it Escape is buffered too. */
  onEscape?: () => void
  /** The event that opened the component: first to be replayed. */
  first?: KeyboardEvent
}

let created = 0
let active = 0

/** Whether key events are being buffered for a component that is still loading. */
export const isBufferingKeys = (): boolean => active > 0

/** Buffers all key events from now on, for a component that is still loading. The page gets none of them. */
export const bufferKeys = ({ onEscape, first }: KeyBufferOptions = {}): KeyBuffer => {
  const keys = first === undefined ? [] : [first]
  const own = ++created
  const pressed = new Set<string>()
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
    // Replayed events pass; those after an event that started another buffer go into that one.
    if (passesBuffer(event, own)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    // A replayed event may have started another buffer; Escape then belongs to that one.
    if (event.key === 'Escape' && onEscape !== undefined && !isReplaying) {
      discard()
      onEscape()
    } else if (!isModifier(event) && !isHeldBefore(event)) keys.push(event)
  })
  /** The key that asked for the component may still be held. */
  const isHeldBefore = ({ code, repeat }: KeyboardEvent): boolean => {
    if (!repeat) pressed.add(code)
    return repeat && !pressed.has(code)
  }
  const replay = (): void => {
    isReplaying = true
    replayKeys(keys, own, discard)
  }
  return { push: (event) => void keys.push(event), replay, discard }
}

/** Milliseconds: before the first key of a text, and between two. */
const TYPING_PAUSE_MS = 800

/** Discards text that is being typed, until a pause, Enter or Escape: begun for a refused command, it is no shortcuts. */
export const discardTyping = (): void => {
  let timer = setTimeout(() => stop(), TYPING_PAUSE_MS)
  const stop = captureKeys((event) => {
    if (
      isField(document.activeElement) ||
      !(isText(event) || isModifier(event) || event.key === 'Backspace')
    ) {
      clearTimeout(timer)
      stop()
      if (event.key !== 'Enter') return
    }
    event.preventDefault()
    event.stopImmediatePropagation()
    clearTimeout(timer)
    timer = setTimeout(() => stop(), TYPING_PAUSE_MS)
  })
}

/** Suspense fallback of a layer: buffers key events while its code loads, and replays them in it. */
export const KeyBufferFallback = ({ onEscape, takesFocus = true }: KeyBufferFallbackProps) => {
  useLayoutEffect(() => {
    const { replay } = bufferKeys({ onEscape })
    // Compare with the focus now: the page may have moved it since the fallback rendered.
    return () => {
      if (takesFocus) onceFocusMoves(document.activeElement, replay)
      else requestAnimationFrame(replay)
    }
  }, [onEscape, takesFocus])
  return null
}

type KeyBufferFallbackProps = {
  /** Whether the layer takes focus; replay waits for it, else happens in the next frame. */
  takesFocus?: boolean
  /** Escape discards the buffer and calls this; without it Escape is buffered. Must be stable across renders. */
  onEscape?: () => void
}

/** Calls back once focus has left `before`, at the latest after 500 ms. */
const onceFocusMoves = (before: Element | null, callback: () => void): void => {
  const start = performance.now()
  const check = () => {
    if (document.activeElement !== before || performance.now() - start > MAX_FOCUS_WAIT_MS) callback()
    else requestAnimationFrame(check)
  }
  requestAnimationFrame(check)
}

const MAX_FOCUS_WAIT_MS = 500

/** Index of the buffer being replayed: its events skip it and all earlier buffers. */
let replaying = Number.POSITIVE_INFINITY

/** Whether a buffer lets a replayed event pass. Buffers are numbered from 1 in order of creation. */
const passesBuffer = (event: KeyboardEvent, buffer: number): boolean =>
  !event.isTrusted && replaying >= buffer

/**
 * Dispatches queued events in order at the focused element, including those added meanwhile. `buffer`: where they come from, 0
 * for none.
 * Each event's effect is rendered before the next. Text is entered as one insertion: a field controlled from elsewhere (such as
 * the URL) would lose letters entered in one task.
 * @param onEnd called when the queue is empty, with whether the page handled the last event
 */
export const replayKeys = (
  keys: KeyboardEvent[],
  buffer: number,
  onEnd: (isHandled: boolean) => void,
): void => {
  let isHandled = false
  for (let key = keys.shift(); key !== undefined; key = keys.shift()) {
    const typed = takeText(key, keys)
    replaying = buffer
    // One that moved focus counts as handled, though text follows it.
    isHandled = (typed === null ? !dispatchAgain(key) : enterText(typed)) || isHandled
    replaying = Number.POSITIVE_INFINITY
    const [next] = keys
    if (next !== undefined && !(isText(next) && isField(document.activeElement)))
      return void requestAnimationFrame(() => replayKeys(keys, buffer, onEnd))
  }
  onEnd(isHandled)
}

/** The event and the following ones that type into the focused field; null if it types nothing. */
const takeText = (first: KeyboardEvent, keys: KeyboardEvent[]): readonly KeyboardEvent[] | null => {
  if (!isText(first) || !isField(document.activeElement)) return null
  const end = keys.findIndex((key) => !isText(key))
  return [first, ...keys.splice(0, end < 0 ? keys.length : end)]
}

/** Inserts the text of events that no handler prevented. @returns whether the last was prevented */
const enterText = (keys: readonly KeyboardEvent[]): boolean => {
  let text = ''
  let isPrevented = false
  for (const key of keys) {
    isPrevented = !pressAgain(document.activeElement ?? document.body, key)
    if (!isPrevented) text += key.key
  }
  if (text !== '') document.execCommand('insertText', false, text)
  return isPrevented
}

/** Modifier keys alone are ignored: other events carry their state. */
export const isModifier = ({ key }: KeyboardEvent): boolean => modifiers.includes(key)

const modifiers = ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta']

const isText = (event: KeyboardEvent): boolean =>
  [...event.key].length === 1 &&
  (event.getModifierState('AltGraph') || !(event.ctrlKey || event.altKey || event.metaKey))

const isField = (element: Element | null): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement

/**
 * Dispatches a copy; default actions that browsers only run for trusted events are emulated. @returns whether no handler
 * prevented it
 */
const dispatchAgain = (event: KeyboardEvent): boolean => {
  const target = document.activeElement ?? document.body
  const isUnhandled = pressAgain(target, event)
  if (isUnhandled) doDefault(target, event)
  return isUnhandled
}

/** @returns whether no handler prevented the default action */
const pressAgain = (target: Element, event: KeyboardEvent): boolean => {
  const { key, code, keyCode, shiftKey, ctrlKey, altKey, metaKey } = event
  const init = {
    ...{ key, code, keyCode, shiftKey, ctrlKey, altKey, metaKey },
    modifierAltGraph: event.getModifierState('AltGraph'),
    modifierCapsLock: event.getModifierState('CapsLock'),
    modifierNumLock: event.getModifierState('NumLock'),
  }
  return target.dispatchEvent(
    new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true, composed: true }),
  )
}

const doDefault = (target: Element, event: KeyboardEvent): void => {
  const { key, shiftKey, ctrlKey, metaKey } = event
  if (isField(target)) {
    if ((ctrlKey || metaKey) && key.toLowerCase() === 'a') target.select()
    else if (key === 'Backspace') document.execCommand('delete')
    else if (key === 'Enter' && target instanceof HTMLInputElement) target.form?.requestSubmit()
    else if (Object.hasOwn(caretMoves, key)) {
      const [direction, step] = caretMoves[key]!
      getSelection()?.modify(shiftKey ? 'extend' : 'move', direction, step)
    }
  } else if (target instanceof HTMLSelectElement && isText(event)) chooseByLetter(target, key)
  else if (target instanceof HTMLButtonElement && (key === 'Enter' || key === ' ')) target.click()
}

/** Includes the numeric keypad without Num Lock, whose codes are those of digits. */
const caretMoves: Readonly<Record<string, readonly ['backward' | 'forward', string]>> = {
  ArrowLeft: ['backward', 'character'],
  ArrowRight: ['forward', 'character'],
  ArrowUp: ['backward', 'line'],
  ArrowDown: ['forward', 'line'],
  Home: ['backward', 'lineboundary'],
  End: ['forward', 'lineboundary'],
}

/** Selects the next option that starts with the letter, as browsers do. */
const chooseByLetter = (list: HTMLSelectElement, letter: string): void => {
  const { options, selectedIndex } = list
  const from = selectedIndex + 1
  const next = [...options]
    .slice(from)
    .concat([...options].slice(0, from))
    .find(({ text, disabled }) => !disabled && text.toLowerCase().startsWith(letter.toLowerCase()))
  if (next === undefined || next.selected) return
  list.value = next.value
  for (const type of ['input', 'change']) list.dispatchEvent(new Event(type, { bubbles: true }))
}
