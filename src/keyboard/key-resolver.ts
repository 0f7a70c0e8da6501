import type { Actor } from 'xstate'
import { type KeyPress, modalFlags, typingFlag } from '../../machines/keys/key-binding.ts'
import { type keysMachine, stepsBefore } from '../../machines/keys/keys-machine.ts'
import { resolveKey } from '../../machines/keys/resolve-key.ts'
import { captureKeys, listenToKeys } from './listen-to-keys.ts'
import { keyCandidates } from './normalize-key.ts'

/** The part of a focused element that says which keys are its own. */
export type FocusTarget = {
  tagName: string
  type?: string
  isContentEditable?: boolean
  getAttribute?: (name: string) => string | null
}

const arrows = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'] as const
const press = ['Enter', 'Space'] as const

/** Inputs that take no text, and the bare keys that the browser gives them. */
const controlInputs: Readonly<Record<string, readonly string[]>> = {
  button: press,
  submit: press,
  reset: press,
  image: press,
  file: press,
  color: press,
  checkbox: ['Space'],
  radio: ['Space', ...arrows],
  range: [...arrows, 'Home', 'End', 'PageUp', 'PageDown'],
}

const controls: Readonly<Record<string, readonly string[]>> = {
  BUTTON: press,
  SUMMARY: press,
  A: ['Enter'],
  VIDEO: ['Space', ...arrows],
  AUDIO: ['Space', ...arrows],
}

/** Roles of overlays, and the modal flag of each. */
const layerRoles: Readonly<Record<string, (typeof modalFlags)[number]>> = {
  dialog: 'dialog',
  alertdialog: 'dialog',
  menu: 'menu',
}

const typingTags = new Set(['TEXTAREA', 'SELECT', 'IFRAME'])
const typingRoles = new Set(['textbox', 'searchbox', 'combobox', 'spinbutton'])

/** Whether letters go into the element as text (or pick an option of it by its first letter). */
export function isTyping(target: FocusTarget | null): boolean {
  if (!target) return false
  if (target.isContentEditable || typingTags.has(target.tagName)) return true
  if (target.tagName === 'INPUT') return !Object.hasOwn(controlInputs, target.type ?? 'text')
  return typingRoles.has(target.getAttribute?.('role') ?? '')
}

/** The bare keys that work the focused control itself: Enter on a button presses it and opens no record. */
export function ownKeys(target: FocusTarget | null): readonly string[] {
  if (!target) return []
  if (target.tagName === 'INPUT') return controlInputs[target.type ?? ''] ?? []
  return controls[target.tagName] ?? []
}

/** Where the key really went: through shadow roots, which show only their host from outside. */
export function focusTarget(event: Event): FocusTarget | null {
  return event.composedPath().find(isElement) ?? null
}

/**
 * The layer that the focus is in, by its role: a dialog needs to know nothing of keys to keep those of the
 * list behind it from firing.
 */
export function focusLayer(event: Event): string | undefined {
  return event
    .composedPath()
    .filter(isElement)
    .map((element) => layerRoles[element.getAttribute?.('role') ?? ''])
    .find((layer) => layer !== undefined)
}

function isElement(target: EventTarget): target is EventTarget & FocusTarget {
  return 'tagName' in target && typeof target.tagName === 'string'
}

type KeyResolverOptions = {
  /** Started by the caller; it emits the commands. */
  actor: Actor<typeof keysMachine>
  context: Pick<KeyContext, 'flags'>
  /** Sees every key that types, whatever becomes of it: layouts are learnt from it. */
  onKey?: (event: KeyboardEvent) => void
}

/**
 * Feeds the keydowns under `target` to the keys machine and prevents the browser's default for those that it uses. A
 * keydown that a component has already prevented belongs to that component.
 *
 * @returns detach
 */
export function attachKeyResolver(
  target: Document | HTMLElement,
  { actor, context, onKey }: KeyResolverOptions,
): () => void {
  const { flagsAt, stop } = rememberFlags(context)
  const drop = () => actor.send({ type: 'sequence.dropped' })

  const onKeydown = (event: KeyboardEvent) => {
    onKey?.(event)
    if (event.defaultPrevented) return
    const press = readPress(event, flagsAt(event))
    if (!press) return
    const keys = actor.getSnapshot().context
    const pending = stepsBefore(keys, press)
    const isOurs = resolveKey(keys.bindings, pending, press).kind !== 'ignored'
    // What is only typed is nothing to the machine, unless it ends a sequence.
    if (!isOurs && pending.length === 0 && keys.pending.length === 0) return
    if (isOurs) event.preventDefault()
    actor.send({ type: 'key.pressed', press })
  }

  const stopListening = listenToKeys(target, onKeydown)
  target.addEventListener('pointerdown', drop, true)
  window.addEventListener('blur', drop)

  return () => {
    stop()
    stopListening()
    target.removeEventListener('pointerdown', drop, true)
    window.removeEventListener('blur', drop)
  }
}

/**
 * Reads the flags in the capture phase. While the event bubbles they may be gone: Escape closes a dialog in a handler of
 * its own, React drops the dialog's flag, and the same Escape would reach the list behind it. Where neither a layer nor a
 * text field is concerned, the flags are read when the event has bubbled: React commits a page that is due before it
 * handles a key, and then the key belongs to that page.
 */
function rememberFlags(context: Pick<KeyContext, 'flags'>) {
  let last: { event: Event; flags: readonly string[] } | null = null
  const stop = captureKeys((event) => {
    last = { event, flags: readFlags(event, context.flags()) }
  })
  return {
    flagsAt: (event: Event) => {
      const now = readFlags(event, context.flags())
      if (last?.event !== event) return now
      return isOfPage(last.flags) && isOfPage(now) ? now : last.flags
    },
    stop,
  }
}

/** Whether a key goes to the page itself, not to a layer over it or a text field. */
const isOfPage = (flags: readonly string[]): boolean =>
  !flags.includes(typingFlag) && !modalFlags.some((flag) => flags.includes(flag))

/** The flags pushed, then those that the focus tells; a layer that has pushed its own flag is believed. */
function readFlags(event: Event, pushed: readonly string[]): readonly string[] {
  const layer = modalFlags.some((flag) => pushed.includes(flag)) ? undefined : focusLayer(event)
  return [...pushed, ...(layer ? [layer] : []), ...(isTyping(focusTarget(event)) ? [typingFlag] : [])]
}

function readPress(event: KeyboardEvent, flags: readonly string[]): KeyPress | null {
  const keys = keyCandidates(event)
  if (keys.length === 0 || ownKeys(focusTarget(event)).includes(keys[0] ?? '')) return null
  return { keys, flags, repeat: event.repeat, at: event.timeStamp }
}

/** The flags that hold at this moment, oldest first. */
export type KeyContext = {
  flags: () => readonly string[]
  /** Adds a flag; the function returned removes this one only, also if others have the same name. */
  push: (flag: string) => () => void
}

/** A stack of context flags: the last modal one pushed is the layer that owns the keyboard. */
export function createKeyContext(): KeyContext {
  let entries: readonly { flag: string }[] = []
  return {
    flags: () => entries.map((entry) => entry.flag),
    push: (flag) => {
      const entry = { flag }
      entries = [...entries, entry]
      return () => {
        entries = entries.filter((other) => other !== entry)
      }
    },
  }
}
