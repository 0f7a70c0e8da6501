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
export const KeyBufferFallback = ({ onEscape, takesFocus = true }: KeyBufferFallbackProps) => {
  useLayoutEffect(() => {
    const { replay } = bufferKeys({ onEscape })
    // Compared with the focus of this moment: a page that has just come may have taken it since the fallback was rendered.
    return () => {
      if (takesFocus) onceFocusMoves(document.activeElement, replay)
      else requestAnimationFrame(replay)
    }
  }, [onEscape, takesFocus])
  return null
}

type KeyBufferFallbackProps = {
  /** Whether what comes takes the focus, and the keys wait for that; else they go to it in the next frame. */
  takesFocus?: boolean
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

/** The buffer whose keys are being replayed at this moment: its own are not for it again, nor for those before it. */
let replaying = Number.POSITIVE_INFINITY

/** Whether a buffer lets a key pass that is being replayed. Buffers count from 1, in the order in which they began. */
const passesBuffer = (event: KeyboardEvent, buffer: number): boolean =>
  !event.isTrusted && replaying >= buffer

/**
 * Takes the keys from the list in their order and dispatches each at the focused element; `buffer` is where they were
 * kept, 0 before any buffer saw them. Keys that are added meanwhile are replayed too.
 *
 * A key's effect is rendered before the next one acts on it. What is typed into a field is entered as one text: a field
 * whose value comes from elsewhere, such as the address, would lose letters that follow each other in one task.
 *
 * @param onEnd called once none is left, with whether the page has handled the last
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
    // One that moved the focus has been handled, though those after it are only text.
    isHandled = (typed === null ? !dispatchAgain(key) : enterText(typed)) || isHandled
    replaying = Number.POSITIVE_INFINITY
    const [next] = keys
    if (next !== undefined && !(isText(next) && isField(document.activeElement)))
      return void requestAnimationFrame(() => replayKeys(keys, buffer, onEnd))
  }
  onEnd(isHandled)
}

/** The key with those after it that type into the focused field; null where it does not. */
const takeText = (first: KeyboardEvent, keys: KeyboardEvent[]): readonly KeyboardEvent[] | null => {
  if (!isText(first) || !isField(document.activeElement)) return null
  const end = keys.findIndex((key) => !isText(key))
  return [first, ...keys.splice(0, end < 0 ? keys.length : end)]
}

/** Enters what no handler has prevented. @returns whether the last was prevented */
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

/** Modifiers pressed by themselves say nothing: the keys that they are held with know them. */
export const isModifier = ({ key }: KeyboardEvent): boolean => modifiers.includes(key)

const modifiers = ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta']

const isText = (event: KeyboardEvent): boolean =>
  [...event.key].length === 1 &&
  (event.getModifierState('AltGraph') || !(event.ctrlKey || event.altKey || event.metaKey))

const isField = (element: Element | null): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement

/**
 * Handlers get the key as an event; what a browser does by itself only for trusted keys is done here.
 * @returns whether no handler has prevented that
 */
const dispatchAgain = (event: KeyboardEvent): boolean => {
  const target = document.activeElement ?? document.body
  const isUnhandled = pressAgain(target, event)
  if (isUnhandled) doDefault(target, event)
  return isUnhandled
}

/** @returns whether no handler has prevented what the browser does */
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

/** Keys of the number block without Num Lock, too: their codes are those of digits. */
const caretMoves: Readonly<Record<string, readonly ['backward' | 'forward', string]>> = {
  ArrowLeft: ['backward', 'character'],
  ArrowRight: ['forward', 'character'],
  ArrowUp: ['backward', 'line'],
  ArrowDown: ['forward', 'line'],
  Home: ['backward', 'lineboundary'],
  End: ['forward', 'lineboundary'],
}

/** The next option that begins with what was typed, as the browser's list box finds it. */
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
