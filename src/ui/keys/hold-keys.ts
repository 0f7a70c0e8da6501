type Held = {
  /** Holds one more that somebody else was given. */
  take: (event: KeyboardEvent) => void
  /** Presses what was held, in its order, where the focus is by now; then keys go their own way again. */
  release: () => void
  /** Forgets what was held. */
  drop: () => void
}

type Holding = {
  /** Escape gives it up until the keys are pressed again; else it is a key like others. */
  onEscape?: () => void
  /** The key that was pressed too early, the first to be pressed again. */
  first?: KeyboardEvent
}

let made = 0
/** Whose keys are being pressed again. */
let presser = Number.POSITIVE_INFINITY

/** Takes every key from now on, for something that is on its way: none reaches the screen. */
export const holdKeys = ({ onEscape, first }: Holding = {}): Held => {
  const keys = first === undefined ? [] : [first]
  const own = ++made
  let isReleasing = false
  const drop = (): void => {
    keys.length = 0
    window.removeEventListener('keydown', hold, { capture: true })
  }
  const hold = (event: KeyboardEvent): void => {
    // Those that are pressed again pass by here too; what one of them began waits for those after it.
    if (!event.isTrusted && presser >= own) return
    event.preventDefault()
    event.stopImmediatePropagation()
    // One of the keys that are being pressed again may hold those after it: then Escape gives that up, in its turn.
    if (event.key === 'Escape' && onEscape !== undefined && !isReleasing) {
      drop()
      onEscape()
    } else if (!modifiers.includes(event.key)) keys.push(event)
  }
  const release = (): void => {
    isReleasing = true
    for (let key = keys.shift(); key !== undefined; key = keys.shift()) {
      presser = own
      pressAgain(key)
      presser = Number.POSITIVE_INFINITY
      const [next] = keys
      // What a key did is shown before the next one does something with it; letters in a field wait for nothing.
      if (next !== undefined && !(isTyped(next) && isField(document.activeElement)))
        return void requestAnimationFrame(release)
    }
    drop()
  }
  window.addEventListener('keydown', hold, { capture: true })
  return { take: (event) => void keys.push(event), release, drop }
}

const modifiers = ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta']

const isTyped = (event: KeyboardEvent): boolean =>
  [...event.key].length === 1 &&
  (event.getModifierState('AltGraph') || !(event.ctrlKey || event.altKey || event.metaKey))

const isField = (element: Element | null): boolean =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement

/** Handlers are given the key; what a browser does by itself with a key that a person pressed is done here. */
const pressAgain = (event: KeyboardEvent): void => {
  const target = document.activeElement ?? document.body
  const { key, code, keyCode, shiftKey, ctrlKey, altKey, metaKey } = event
  const modifierAltGraph = event.getModifierState('AltGraph')
  const init = { key, code, keyCode, shiftKey, ctrlKey, altKey, metaKey, modifierAltGraph }
  const isLeft = target.dispatchEvent(
    new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true, composed: true }),
  )
  if (!isLeft) return
  const isInField = isField(target)
  if (isInField && isTyped(event)) document.execCommand('insertText', false, key)
  else if (isInField && key === 'Backspace') document.execCommand('delete')
  else if (target instanceof HTMLInputElement && key === 'Enter') target.form?.requestSubmit()
  else if (target instanceof HTMLButtonElement && (key === 'Enter' || key === ' ')) target.click()
}
