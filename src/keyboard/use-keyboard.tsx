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
  /** From `effectiveBindings`. Memoize it: a new list ends a sequence that it has no more. */
  bindings: readonly KeyBinding[]
  /** Called once for every binding that fires. */
  dispatch: (command: string) => void
  timing?: KeyTiming
  /** Where keys are listened for; the whole document unless the console lives in a shadow root. */
  target?: Document | HTMLElement
  children: ReactNode
}

/**
 * Listens to the keyboard for everything inside it, tells `dispatch` which command was asked for, and has
 * every `Keycap` below print the user's own keys.
 */
export function KeyboardProvider({ bindings, dispatch, timing, target, children }: KeyboardProviderProps) {
  // Started at once and never stopped: it holds nothing but a timer of a moment, and no key comes to it after this is gone.
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
    // Layouts are switched while the window is away as often as not.
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
 * Holds a context flag (`list`, `record`, `dialog`, `palette`, `resource:order`, `page:invoice` ...) while the component is
 * mounted and `active`. The modal flags (`modalFlags`) take the keyboard from everything below them.
 */
export function useKeyContext(flag: string, active = true): void {
  const { context } = useKeyboard()
  // A layout effect: the flag must be set before the next key, not after the next paint.
  useLayoutEffect(() => (active ? context.push(flag) : undefined), [context, flag, active])
}

/** The keys machine, the context flags and the layout of the nearest provider. */
export function useKeyboard(): Keyboard {
  const keyboard = useContext(KeyboardContext)
  if (!keyboard) throw new Error('useKeyboard needs a KeyboardProvider above it')
  return keyboard
}

type Caps = readonly (readonly Keycap[])[]

/** Prints keys as this user's keyboard and language have them, each once; a new function once either changes. */
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
