import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Desk } from '../../../domain/users/desk.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { Keycap } from '../../ui/keys/keycap.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { KeyCapture } from './key-capture.tsx'
import type { RecordWay } from './keyboard-desk.ts'
import { type Clash, clashesOf, type Defaults, problemOf, withKeys, withoutClashes } from './own-keys.ts'

type RecordDialogProps = {
  command: string
  way: RecordWay
  /** The keys that the command has now. */
  keys: readonly string[]
  defaults: Defaults
  desk: Desk
  nameOf: (command: string) => string
  onKeep: (desk: Desk, keys: string) => void
  onClose: () => void
}

/** As long as the keyboard itself waits for the next key of a sequence. */
const pause = 1_200

/** Takes the keys that somebody presses for a command; whoever has them already is named before they lose them. */
export const RecordDialog = ({
  command,
  way,
  keys,
  defaults,
  desk,
  nameOf,
  onKeep,
  onClose,
}: RecordDialogProps) => {
  const { t } = useTranslation('keys')
  const [steps, setSteps] = useState<readonly string[]>([])
  const [clashes, setClashes] = useState<readonly Clash[] | null>(null)
  const box = useRef<HTMLInputElement>(null)
  const takeOver = useRef<HTMLButtonElement>(null)
  const noteId = useId()
  const pressed = steps.join(' ')
  const others = way === 'add' ? keys : []
  const problem = steps.length === 0 ? null : problemOf(pressed, { others, singleKeys: desk.singleKeys })
  const wanted = withKeys(defaults, desk, command, [...others, pressed])

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
                        <Keycap key={taken} keys={taken} />
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
