import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Preferences } from '../../../domain/users/preferences.ts'
import { parseKeys } from '../../../machines/keys/parse-keys.ts'
import { listenToKeys } from '../../keyboard/listen-to-keys.ts'
import { keyCandidates } from '../../keyboard/normalize-key.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { Keycap } from '../../ui/kbd/keycap.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import type { RecordWay } from './keyboard-commands.ts'
import { type Clash, clashesOf, type Defaults, problemOf, withKeys, withoutClashes } from './own-keys.ts'

type RecordDialogProps = {
  command: string
  way: RecordWay
  keys: readonly string[]
  defaults: Defaults
  preferences: Preferences
  nameOf: (command: string) => string
  onKeep: (preferences: Preferences, keys: string) => void
  onClose: () => void
}

/** Milliseconds; same as the keyboard's timeout of sequences. */
const pause = 1_200

/** Records keys for a command; names a conflicting command before replacing its keys. */
export const RecordDialog = ({
  command,
  way,
  keys,
  defaults,
  preferences,
  nameOf,
  onKeep,
  onClose,
}: RecordDialogProps) => {
  const { t } = useTranslation('shortcuts')
  const [steps, setSteps] = useState<readonly string[]>([])
  const [clashes, setClashes] = useState<readonly Clash[] | null>(null)
  const box = useRef<HTMLInputElement>(null)
  const takeOver = useRef<HTMLButtonElement>(null)
  const noteId = useId()
  const pressed = steps.join(' ')
  const others = way === 'add' ? keys : []
  const problem =
    steps.length === 0 ? null : problemOf(pressed, { others, singleKeys: preferences.singleKeys })
  const wanted = withKeys(defaults, preferences, command, [...others, pressed])

  const end = () => {
    if (steps.length === 0 || problem !== null) return
    const found = clashesOf(defaults, wanted, command)
    if (found.length === 0) onKeep(wanted, pressed)
    else setClashes(found)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pause counts from the last key alone.
  useEffect(() => {
    if (steps.length === 0 || clashes !== null) return
    const timer = setTimeout(end, pause)
    return () => clearTimeout(timer)
  }, [steps, clashes])
  useEffect(() => {
    if (clashes !== null) takeOver.current?.focus()
  }, [clashes])

  const again = () => {
    setClashes(null)
    setSteps([])
    box.current?.focus()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title={t(way === 'add' ? 'record.add' : 'record.change', { command: nameOf(command) })}
      initialFocus={box}
      footer={
        clashes === null ? (
          <Button variant="ghost" keys="Escape" onClick={onClose}>
            {t('record.cancel')}
          </Button>
        ) : (
          <>
            <Button variant="ghost" onClick={again}>
              {t('record.again')}
            </Button>
            <Button
              ref={takeOver}
              variant="primary"
              keys="Enter"
              onClick={() => onKeep(withoutClashes(defaults, wanted, clashes), pressed)}
            >
              {t('record.take', { count: clashes.length })}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-3">
        <KeyCapture
          ref={box}
          size="lg"
          autoFocus
          label={t('record.box')}
          placeholder={t('record.press')}
          describedBy={noteId}
          steps={steps}
          onSteps={(next) => {
            setClashes(null)
            setSteps(next)
          }}
          onEnd={end}
          onEscape={onClose}
        />
        <div id={noteId} role="status" className="text-sm text-ink-muted">
          {problem !== null && (
            <p className="flex items-start gap-1.5 text-danger">
              <Icon name="alert" size={14} className="mt-0.5" />
              {t(`problems.${problem}`)}
            </p>
          )}
          {problem === null && clashes === null && <p>{t('record.hint')}</p>}
          {clashes !== null && (
            <div className="flex flex-col gap-2 text-ink">
              <p>{t('record.taken')}</p>
              <ul className="flex flex-col gap-1">
                {clashes.map((clash) => (
                  <li key={clash.command} className="flex items-center justify-between gap-3">
                    <span className="min-w-0 truncate font-medium">{nameOf(clash.command)}</span>
                    <span className="flex shrink-0 gap-1">
                      {clash.keys.map((taken) => (
                        <Keycap isSubject key={taken} keys={taken} />
                      ))}
                    </span>
                  </li>
                ))}
              </ul>
            </div>
          )}
        </div>
      </div>
    </Dialog>
  )
}

type KeyCaptureProps = {
  label: string
  /** Shown until a key is pressed. */
  placeholder: string
  steps: readonly string[]
  onSteps: (steps: readonly string[]) => void
  /** Enter after at least one key. */
  onEnd: () => void
  onEscape: () => void
  size?: 'md' | 'lg'
  describedBy?: string
  autoFocus?: boolean
  ref?: RefObject<HTMLInputElement | null>
}

/**
 * An input that captures keys and shows them as keycaps. Enter ends, Backspace removes one, Escape cancels, Tab leaves; any key
 * but Tab and Escape can be first.
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
  // A native listener on the element, so that neither dialog nor hotkeys get a captured key.
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const [step] = keyCandidates(event)
    // A dead key, an input method, or a modifier alone: no step yet.
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
          <Keycap isSubject keys={steps.join(' ')} className={size === 'lg' ? 'scale-150' : undefined} />
        ) : (
          <span className="text-ink-muted">{placeholder}</span>
        )}
      </span>
      {/* Accessible as a text box; the caps below are its visible value. */}
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
