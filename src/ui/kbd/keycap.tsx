import { createContext, Fragment, use } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '../cx.ts'
import { Icon } from '../icons/icon.tsx'
import type { IconName } from '../icons/icon-set.ts'

const named = new Set('Ctrl Shift Enter Escape Space Backspace Delete Home End PageUp PageDown'.split(' '))

/** Whether the key's name is translated: `keys.<name>`. */
const isNamedKey = (name: string): boolean => named.has(name)

/** `Mod+k` -> `[['Ctrl', 'k']]`, `g o` -> `[['g'], ['o']]`. A lone `+` is a key. */
export const keyStrokes = (keys: string): string[][] =>
  keys
    .trim()
    .split(/\s+/)
    .map((step) => (step === '+' ? ['+'] : step.split(/\+(?!$)/)).map((name) => aliases[name] ?? name))

const isApple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)

const aliases: Record<string, string> = {
  Mod: isApple ? '⌘' : 'Ctrl',
  Control: 'Ctrl',
  AltGraph: 'AltGr',
  Meta: '⌘',
  Esc: 'Escape',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
}

/** Text of a cap. `own`: letter of the user's script on the same key. */
type Cap = { text: string; own?: string }

type KeycapProps = {
  /** Chords joined by `+`, steps separated by spaces: `Mod+k`, `g o`, `Enter`, `Shift+ArrowDown`. */
  keys: string
  /** `filled`: on a filled button; `quiet`: where there are many. */
  tone?: keyof typeof tones
  /** Word between the steps, where alternatives are listed; chords then have a plus. */
  then?: string
  /** Hidden from screen readers: its neighbour announces the keys. */
  isDecoration?: boolean
  /** The keys are the content, not a hint: shown on touch screens too. */
  isSubject?: boolean
  /** Draws Shift as `⇧`, which every keyboard prints: its name would crowd out the label beside. */
  isNarrow?: boolean
  className?: string
}

/** Formats keys for the user's keyboard; default: canonical names. */
export const KeycapPrinter = createContext<((keys: string) => readonly (readonly Cap[])[]) | null>(null)

/** One or more keycaps. */
export const Keycap = (props: KeycapProps) => {
  const print = use(KeycapPrinter)
  if (props.isNarrow && props.keys.includes('Shift')) return <NarrowKeycap {...props} />
  return print === null ? <WrittenKeycap {...props} /> : <Caps {...props} steps={print(props.keys)} />
}

const WrittenKeycap = (props: KeycapProps) => {
  const { t } = useTranslation('common')
  return <Caps {...props} steps={writtenCaps(props.keys, t)} />
}

const writtenCaps = (keys: string, t: (key: string) => string): readonly (readonly Cap[])[] =>
  keyStrokes(keys).map((step) =>
    step.map((name) => ({ text: isNamedKey(name) ? t(`keys.${name}`) : capOf(name) })),
  )

const NarrowKeycap = (props: KeycapProps) => {
  const { t } = useTranslation('common')
  const print = use(KeycapPrinter)
  const steps = print?.(props.keys) ?? writtenCaps(props.keys, t)
  const shift = t('keys.Shift')
  return (
    <Caps
      {...props}
      steps={steps.map((step) => step.map((cap) => (cap.text === shift ? { text: '⇧' } : cap)))}
    />
  )
}

type CapsProps = KeycapProps & { steps: readonly (readonly Cap[])[] }

/** Caps of a chord are closer than steps. One flat row of elements, for speed. */
const Caps = ({ steps, tone = 'plain', then, isDecoration, isSubject, className }: CapsProps) => (
  <span
    aria-hidden={isDecoration}
    className={cx(
      'inline-flex items-center gap-0.5 whitespace-nowrap align-middle',
      !isSubject && 'touch:hidden',
      className,
    )}
  >
    {steps.flatMap((caps, step) =>
      caps.map((cap, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step has no identity but its place
        <Fragment key={`${step} ${at}`}>
          {then !== undefined && step + at > 0 && (
            <span className={cx('text-xs text-ink-muted', at === 0 && 'px-1')}>
              {at === 0 ? ` ${then} ` : '+'}
            </span>
          )}
          <kbd className={cx(capClass, tones[tone], step > 0 && at === 0 && 'ml-0.5')}>
            {pictures[cap.text] ? <Icon name={pictures[cap.text]!} size={11} label={cap.text} /> : cap.text}
            {cap.own && <span className="ml-0.5 opacity-70">{cap.own}</span>}
          </kbd>
        </Fragment>
      )),
    )}
  </span>
)

/** Single letters are capitals; `F8` and `Alt` unchanged. */
const capOf = (name: string): string => (name.length === 1 ? name.toUpperCase() : name)

const capClass =
  'inline-flex h-[18px] min-w-[18px] items-center justify-center rounded-sm border px-1 font-sans text-2xs leading-none font-medium'

const tones = {
  plain: 'border-line-strong bg-surface text-ink-muted',
  filled: 'border-current/35 bg-transparent text-current',
  quiet: 'border-line bg-transparent text-ink-muted',
} as const

/** Signs without a glyph in Inter, drawn as icons. */
const pictures: Record<string, IconName> = {
  '↑': 'arrow-up',
  '↓': 'arrow-down',
  '←': 'arrow-left',
  '→': 'arrow-right',
  '⌘': 'command',
  '⌥': 'option',
  '⇧': 'shift',
  '↵': 'enter',
  '↩': 'enter',
  '⇥': 'tab',
  '⌫': 'backspace',
}

type KeyHint = { keys: string; label: string }

/** A row of available shortcuts; hidden on touch screens. */
export const KeyHints = ({ hints, className }: { hints: readonly KeyHint[]; className?: string }) => {
  const { t } = useTranslation('common')
  return (
    <ul
      aria-label={t('keyHints')}
      className={cx(
        'flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-ink-muted pointer-coarse:hidden',
        className,
      )}
    >
      {hints.map((hint) => (
        <li key={hint.keys} className="inline-flex items-center gap-1.5">
          <Keycap keys={hint.keys} />
          {hint.label}
        </li>
      ))}
    </ul>
  )
}
