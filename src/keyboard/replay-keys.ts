/** The buffer whose keys are being replayed at this moment: its own are not for it again, nor for those before it. */
let replaying = Number.POSITIVE_INFINITY

/** Whether a buffer lets a key pass that is being replayed. Buffers count from 1, in the order in which they began. */
export const passesBuffer = (event: KeyboardEvent, buffer: number): boolean =>
  !event.isTrusted && replaying >= buffer

/**
 * Takes the keys from the list in their order and dispatches each at the focused element; `buffer` is where they were
 * kept, 0 before any buffer saw them. Keys that are added meanwhile are replayed too.
 *
 * A key's effect is rendered before the next one acts on it; letters typed into a field need not wait.
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
    replaying = buffer
    isHandled = !dispatchAgain(key)
    replaying = Number.POSITIVE_INFINITY
    const [next] = keys
    if (next !== undefined && !(isText(next) && isField(document.activeElement)))
      return void requestAnimationFrame(() => replayKeys(keys, buffer, onEnd))
  }
  onEnd(isHandled)
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
  const { key, code, keyCode, shiftKey, ctrlKey, altKey, metaKey } = event
  const init = {
    ...{ key, code, keyCode, shiftKey, ctrlKey, altKey, metaKey },
    modifierAltGraph: event.getModifierState('AltGraph'),
    modifierCapsLock: event.getModifierState('CapsLock'),
    modifierNumLock: event.getModifierState('NumLock'),
  }
  const isUnhandled = target.dispatchEvent(
    new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true, composed: true }),
  )
  if (isUnhandled) doDefault(target, event)
  return isUnhandled
}

const doDefault = (target: Element, event: KeyboardEvent): void => {
  const { key, shiftKey, ctrlKey, metaKey } = event
  if (isField(target)) {
    if ((ctrlKey || metaKey) && key.toLowerCase() === 'a') target.select()
    else if (isText(event)) document.execCommand('insertText', false, key)
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
