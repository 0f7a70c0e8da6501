import type { Actor } from 'xstate'
import { type KeyPress, modalFlags, typingFlag } from '../../machines/keys/key-binding.ts'
import { type keysMachine, stepsBefore } from '../../machines/keys/keys-machine.ts'
import { resolveKey } from '../../machines/keys/resolve-key.ts'
import { captureKeys, listenToKeys } from './listen-to-keys.ts'
import { keyCandidates } from './normalize-key.ts'

/** The properties of a focused element that decide which keys it handles itself. */
export type FocusTarget = {
  tagName: string
  type?: string
  isContentEditable?: boolean
  getAttribute?: (name: string) => string | null
}

const arrows = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'] as const
const press = ['Enter', 'Space'] as const

/** Inputs without text, and the unmodified keys that they handle. */
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

/** Modal flag by role of the overlay. */
const layerRoles: Readonly<Record<string, (typeof modalFlags)[number]>> = {
  dialog: 'dialog',
  alertdialog: 'dialog',
  menu: 'menu',
}

const typingTags = new Set(['TEXTAREA', 'SELECT', 'IFRAME'])
const typingRoles = new Set(['textbox', 'searchbox', 'combobox', 'spinbutton'])

/** Whether letters type text into the element (or select its options). */
export function isTyping(target: FocusTarget | null): boolean {
  if (!target) return false
  if (target.isContentEditable || typingTags.has(target.tagName)) return true
  if (target.tagName === 'INPUT') return !Object.hasOwn(controlInputs, target.type ?? 'text')
  return typingRoles.has(target.getAttribute?.('role') ?? '')
}

/** The unmodified keys that the focused control handles: Enter presses a button and opens no record. */
export function controlKeys(target: FocusTarget | null): readonly string[] {
  if (!target) return []
  if (target.tagName === 'INPUT') return controlInputs[target.type ?? ''] ?? []
  return controls[target.tagName] ?? []
}

/** The real target, inside shadow roots. */
export function focusTarget(event: Event): FocusTarget | null {
  return event.composedPath().find(isElement) ?? null
}

/** The layer with focus, by its role, so that dialogs need no code to block the list's shortcuts. */
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
  /** Started by the caller; emits commands. */
  actor: Actor<typeof keysMachine>
  context: Pick<KeyContext, 'flags'>
  /** Called for every typing key, to detect the keyboard layout. */
  onKey?: (event: KeyboardEvent) => void
}

/**
 * Sends keydowns within `target` to the keys machine, and prevents the default of those it consumes. Events already prevented
 * are left to their component. @returns detach
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
    // Plain typing does not concern the machine unless it ends a sequence.
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
 * Reads the flags in the capture phase: while the event bubbles, Escape may close a dialog and drop its flag, and would then
 * also reach the list. Without a layer or text field they are read after bubbling, because React may commit a new page before
 * it handles the key.
 */
function rememberFlags(context: Pick<KeyContext, 'flags'>) {
  let last: { event: Event; flags: readonly string[] } | null = null
  const isLeftOver = rememberHeldKey()
  const stop = captureKeys((event) => {
    if (isLeftOver(event)) {
      event.preventDefault()
      event.stopImmediatePropagation()
      return
    }
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

/** A key that is still held after it moved the focus into a field types nothing there: `s` opens the palette. */
function rememberHeldKey(): (event: KeyboardEvent) => boolean {
  let held: { code: string; target: EventTarget | undefined } | null = null
  return (event) => {
    const [target] = event.composedPath()
    if (!event.repeat) held = { code: event.code, target }
    return event.repeat && held?.code === event.code && held.target !== target && isTyping(focusTarget(event))
  }
}

/** Whether the event goes to the page, not to a layer or text field. */
const isOfPage = (flags: readonly string[]): boolean =>
  !flags.includes(typingFlag) && !modalFlags.some((flag) => flags.includes(flag))

/** The pushed flags and those derived from focus; a layer that pushed its flag takes precedence. */
function readFlags(event: Event, pushed: readonly string[]): readonly string[] {
  const layer = modalFlags.some((flag) => pushed.includes(flag)) ? undefined : focusLayer(event)
  return [...pushed, ...(layer ? [layer] : []), ...(isTyping(focusTarget(event)) ? [typingFlag] : [])]
}

function readPress(event: KeyboardEvent, flags: readonly string[]): KeyPress | null {
  const keys = keyCandidates(event)
  if (keys.length === 0 || controlKeys(focusTarget(event)).includes(keys[0] ?? '')) return null
  return { keys, flags, repeat: event.repeat, at: event.timeStamp }
}

/** The current flags, oldest first. */
export type KeyContext = {
  flags: () => readonly string[]
  /** Adds a flag; the returned function removes this one only, even if others have its name. */
  push: (flag: string) => () => void
}

/** A stack of context flags; the last modal one is the layer that gets the keys. */
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
