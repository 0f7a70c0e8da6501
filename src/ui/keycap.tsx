import { useTranslation } from 'react-i18next'
import { cx } from './cx.ts'
import { Icon, type IconName } from './icon.tsx'

export type KeycapProps = {
  /** Chords joined by `+`, steps of a sequence by a space: `Ctrl+K`, `g o`, `Enter`, `Shift+ArrowDown`. */
  keys: string
  /** On a filled button, where the cap must borrow its colours. */
  tone?: 'plain' | 'filled'
  className?: string
}

/** One or more caps as they are printed on the keyboard. Inside a button pass `aria-hidden` by wrapping: Button does. */
export const Keycap = ({ keys, tone = 'plain', className }: KeycapProps) => {
  const { t } = useTranslation('common')
  const steps = parseKeys(keys)
  return (
    <span className={cx('inline-flex items-center gap-1 whitespace-nowrap align-middle', className)}>
      {steps.map((step) => (
        <span key={step.id} className="inline-flex items-center gap-0.5">
          {step.caps.map((cap) => (
            <Cap key={cap} name={cap} tone={tone} label={named.has(cap) ? t(`keys.${cap}`) : cap} />
          ))}
        </span>
      ))}
    </span>
  )
}

const Cap = ({ name, label, tone }: { name: string; label: string; tone: 'plain' | 'filled' }) => {
  const glyph = glyphs[name]
  return (
    <kbd className={cx(capClass, capTones[tone])}>
      {glyph ? <Icon name={glyph} size={11} label={label} /> : label}
    </kbd>
  )
}

const capClass =
  'inline-flex h-[18px] min-w-[18px] items-center justify-center rounded-sm border px-1 font-sans text-2xs leading-none font-medium'

const capTones = {
  plain: 'border-line-strong border-b-2 bg-surface text-ink-muted',
  filled: 'border-current/40 bg-transparent text-current',
} as const

/** Keys that have a picture on every keyboard. */
const glyphs: Record<string, IconName> = {
  Enter: 'enter',
  Meta: 'command',
  ArrowUp: 'arrow-up',
  ArrowDown: 'arrow-down',
  ArrowLeft: 'arrow-left',
  ArrowRight: 'arrow-right',
  Backspace: 'backspace',
}

/** Keys whose printed name depends on the language. */
const named = new Set([
  ...Object.keys(glyphs),
  'Ctrl',
  'Alt',
  'AltGraph',
  'Shift',
  'Escape',
  'Tab',
  'Space',
  'Delete',
  'Home',
  'End',
  'PageUp',
  'PageDown',
])

const aliases: Record<string, string> = {
  Control: 'Ctrl',
  '⌘': 'Meta',
  Cmd: 'Meta',
  '⌃': 'Ctrl',
  '⇧': 'Shift',
  '⌥': 'Alt',
  '↵': 'Enter',
  Return: 'Enter',
  Esc: 'Escape',
  Del: 'Delete',
  '↑': 'ArrowUp',
  '↓': 'ArrowDown',
  '←': 'ArrowLeft',
  '→': 'ArrowRight',
  Up: 'ArrowUp',
  Down: 'ArrowDown',
}

const isApple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)

/** `Mod` is Ctrl, or Command on Apple keyboards. A lone `+` is a key, not a joint. */
const parseKeys = (keys: string) =>
  keys
    .trim()
    .split(/\s+/)
    .map((step, index) => ({
      id: `${index}:${step}`,
      caps: (step === '+' ? ['+'] : step.split(/\+(?!$)/)).map(canonical),
    }))

const canonical = (name: string): string => {
  if (name === 'Mod') return isApple ? 'Meta' : 'Ctrl'
  const titled = name.length > 1 ? name[0]!.toUpperCase() + name.slice(1) : name
  return aliases[titled] ?? titled
}
