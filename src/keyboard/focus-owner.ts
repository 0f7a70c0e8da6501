import type { modalFlags } from '../../machines/keys/key-binding.ts'

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

/** Roles of what lies over the page, and the modal flag that each stands for. */
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
