import { vi } from 'vitest'
import { createActor } from 'xstate'
import type { KeyBinding } from '../../../../machines/keys/key-binding.ts'
import { keysMachine } from '../../../../machines/keys/keys-machine.ts'
import {
  attachKeyResolver,
  createKeyContext,
  type FocusTarget,
} from '../../../../src/keyboard/key-resolver.ts'
import type { Stroke } from '../../../support/keyboards.ts'

type Extras = {
  repeat?: boolean
  altKey?: boolean
  metaKey?: boolean
  isComposing?: boolean
  keyCode?: number
  altGraph?: boolean
}

/** A page stub: Node's EventTarget where hotkeys-js and the resolver listen. */
export function listeningPage(bindings: readonly KeyBinding[], focus?: FocusTarget) {
  let focused = focus
  const page = new PageTarget()
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', new EventTarget())
  const fired: string[] = []
  const actor = createActor(keysMachine, { input: { bindings } })
  actor.on('command', ({ command }) => fired.push(command))
  actor.start()
  const context = createKeyContext()
  const detach = attachKeyResolver(page as EventTarget as Document, { actor, context })

  return {
    fired,
    context,
    /** Key handler of the focused component, before the page's listeners. */
    onComponentKey: (handle: (event: Event) => void) => {
      page.component = handle
    },
    /** Presses a key without releasing it; returns the event, to check `defaultPrevented`. */
    press: (stroke: Partial<Stroke>, extras: Extras = {}) => {
      const event = keyEvent('keydown', stroke, extras, focused)
      page.dispatchEvent(event)
      return event
    },
    release: (stroke: Partial<Stroke>) => page.dispatchEvent(keyEvent('keyup', stroke, {}, focused)),
    /** A command has moved the focus. */
    moveFocus: (target: FocusTarget) => {
      focused = target
    },
    leaveWindow: () => window.dispatchEvent(new Event('blur')),
    detach: () => {
      detach()
      actor.stop()
    },
  }
}

/** Node's EventTarget has no tree: capture listeners of the root, the component, bubbling listeners. */
class PageTarget extends EventTarget {
  component: (event: Event) => void = () => {}
  readonly documentElement = new EventTarget()

  override dispatchEvent(event: Event) {
    this.documentElement.dispatchEvent(event)
    this.component(event)
    return super.dispatchEvent(event)
  }
}

function keyEvent(
  type: string,
  stroke: Partial<Stroke>,
  extras: Extras,
  focus: FocusTarget | undefined,
): Event {
  const { altGraph = false, ...rest } = extras
  const event = new Event(type, { bubbles: true, cancelable: true, composed: true })
  return Object.assign(event, {
    ...{ key: '', code: '', shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, repeat: false },
    ...stroke,
    ...rest,
    getModifierState: (name: string) => name === 'AltGraph' && altGraph,
    composedPath: () => [focus ?? { tagName: 'BODY' }],
  })
}
