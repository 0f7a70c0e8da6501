import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { parseKeys } from '../../../machines/keys/parse-keys.ts'
import { listenToKeys } from '../../keyboard/listen-to-keys.ts'
import { keyCandidates } from '../../keyboard/normalize-key.ts'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { Keycap } from '../../ui/keys/keycap.tsx'

type KeyCaptureProps = {
  label: string
  /** What stands there as long as nothing is pressed. */
  placeholder: string
  steps: readonly string[]
  onSteps: (steps: readonly string[]) => void
  /** Enter, once something has been pressed. */
  onEnd: () => void
  onEscape: () => void
  size?: 'md' | 'lg'
  describedBy?: string
  autoFocus?: boolean
  ref?: RefObject<HTMLInputElement | null>
}

/**
 * A box that takes keys themselves and not what they type: it shows them as the person's own caps. Enter ends, Backspace
 * takes one back, Escape gives up, Tab leaves; the first key may be any but Tab and Escape.
 */
export const KeyCapture = ({
  label,
  placeholder,
  steps,
  onSteps,
  onEnd,
  onEscape,
  size = 'md',
  describedBy,
  autoFocus,
  ref,
}: KeyCaptureProps) => {
  const { t } = useTranslation('keyboard')
  const ownBox = useRef<HTMLInputElement>(null)
  const box = ref ?? ownBox
  // At the box itself: neither the dialog around it nor a hotkey gets a key that is being recorded.
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const [step] = keyCandidates(event)
    // A dead key, an input method at work, Shift on its way to something: no key yet.
    if (step === undefined || step === 'Tab' || step === 'Shift+Tab') return
    event.preventDefault()
    event.stopPropagation()
    if (event.repeat) return
    if (step === 'Escape') onEscape()
    else if (step === 'Enter' && steps.length > 0) onEnd()
    else if (step === 'Backspace' && steps.length > 0) onSteps(steps.slice(0, -1))
    else if (parseKeys(step) !== null) onSteps([...steps, step])
  })
  useEffect(() => listenToKeys(box.current!, (event) => onKeyDown(event)), [box])
  const read = steps.map((step) =>
    step.replace(/[A-Za-z]{2,}/g, (name) => t(`key.${name}`, { defaultValue: name })),
  )
  return (
    <div
      className={cx(
        'relative flex min-w-0 items-center gap-2 rounded-md border border-control bg-raised px-2.5 focus-within:border-focus focus-within:outline-2 focus-within:outline-focus',
        size === 'lg' ? 'h-14 justify-center' : 'h-8 pointer-coarse:h-11',
      )}
    >
      {size === 'md' && <Icon name="keyboard" className="text-ink-muted" />}
      <span aria-hidden="true" className="min-w-0 truncate">
        {steps.length > 0 ? (
          <Keycap keys={steps.join(' ')} className={size === 'lg' ? 'scale-150' : undefined} />
        ) : (
          <span className="text-ink-muted">{placeholder}</span>
        )}
      </span>
      {/* Named and read like any box; what is seen are the caps under it. */}
      <input
        ref={box}
        type="text"
        readOnly
        // biome-ignore lint/a11y/noAutofocus: the box is why the dialog was opened
        autoFocus={autoFocus}
        aria-label={label}
        aria-describedby={describedBy}
        value={read.join(' ')}
        className="absolute inset-0 cursor-text rounded-md opacity-0"
      />
    </div>
  )
}
