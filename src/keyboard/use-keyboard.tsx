import { useAtom } from '@xstate/store-react'
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { type ActorRefFrom, createActor } from 'xstate'
import type { KeyBinding } from '../../machines/keys/key-binding.ts'
import { type KeyTiming, keysMachine } from '../../machines/keys/keys-machine.ts'
import { KeycapPrinter } from '../ui/kbd/keycap.tsx'
import { attachKeyResolver, createKeyContext, type KeyContext } from './key-resolver.ts'
import { currentPlatform, type Keycap, keycaps, reportedLayout } from './keycaps.ts'
import { createLayoutStore, type LayoutStore } from './layout-store.ts'

type Keyboard = { actor: ActorRefFrom<typeof keysMachine>; context: KeyContext; layout: LayoutStore }

const KeyboardContext = createContext<Keyboard | null>(null)

type KeyboardProviderProps = {
  /** From `effectiveBindings`. Memoise: a new list cancels a sequence that it no longer contains. */
  bindings: readonly KeyBinding[]
  /** Called for every binding that fires. */
  dispatch: (command: string) => void
  timing?: KeyTiming
  /** Element listened on; default: the document. Set for a shadow root. */
  target?: Document | HTMLElement
  children: ReactNode
}

/** Listens to keys within `target`, dispatches commands, and provides layout and bindings to each `Keycap` below. */
export function KeyboardProvider({ bindings, dispatch, timing, target, children }: KeyboardProviderProps) {
  // Started once and never stopped: it only holds a short timer, and gets no events after unmounting.
  const [{ actor, context, layout }] = useState(() => ({
    actor: createActor(keysMachine, { input: { bindings, timing } }).start(),
    context: createKeyContext(),
    layout: createLayoutStore(),
  }))
  const keyboard = useMemo(() => ({ actor, context, layout }), [actor, context, layout])
  const print = useKeycaps(layout)
  const onCommand = useEffectEvent(dispatch)

  useEffect(() => actor.send({ type: 'bindings.replaced', bindings }), [actor, bindings])
  useEffect(() => {
    const commands = actor.on('command', ({ command }) => onCommand(command))
    const detach = attachKeyResolver(target ?? document, { actor, context, onKey: layout.learn })
    return () => {
      detach()
      commands.unsubscribe()
      actor.send({ type: 'sequence.dropped' })
    }
  }, [actor, context, layout, target])
  useEffect(() => {
    const ask = () => reportedLayout(navigator).then(layout.report)
    ask()
    // The user may have switched layouts while the window was in the background.
    window.addEventListener('focus', ask)
    return () => window.removeEventListener('focus', ask)
  }, [layout])

  return (
    <KeyboardContext value={keyboard}>
      <KeycapPrinter value={print}>{children}</KeycapPrinter>
    </KeyboardContext>
  )
}

/**
 * Sets a context flag (`list`, `record`, `dialog`, `palette`, `resource:order`, `page:invoice` ...) while mounted and `active`.
 * Flags in `modalFlags` block bindings of lower layers.
 */
export function useKeyContext(flag: string, active = true): void {
  const { context } = useKeyboard()
  // A layout effect: set before the next key, not after the next paint.
  useLayoutEffect(() => (active ? context.push(flag) : undefined), [context, flag, active])
}

/** Machine, flags and layout of the nearest provider. */
export function useKeyboard(): Keyboard {
  const keyboard = useContext(KeyboardContext)
  if (!keyboard) throw new Error('useKeyboard needs a KeyboardProvider above it')
  return keyboard
}

type Caps = readonly (readonly Keycap[])[]

/** Formats keys for this user's layout and language, memoised; a new function if either changes. */
function useKeycaps(store: LayoutStore): (keys: string) => Caps {
  const { t } = useTranslation('keyboard')
  const layout = useAtom(store)
  return useMemo(() => {
    const platform = currentPlatform(navigator)
    const name = (key: string) => t(`key.${key}`, { defaultValue: key })
    const printed = new Map<string, Caps>()
    return (keys) => {
      const caps = printed.get(keys) ?? keycaps(keys, { platform, layout, name })
      printed.set(keys, caps)
      return caps
    }
  }, [layout, t])
}
