import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '../../../domain/languages.ts'
import type { Translate } from '../../palette/sections/command-item.ts'
import { changeWords, refusalReasons } from '../../palette/sections/report-words.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/floating/dialog.tsx'
import type { ChangeActor } from './change-host.ts'

/** Asks before a change whose dry run nobody has seen yet: how many would change, how many would be refused, and why. */
export const ChangeDialog = ({ change, onClose }: { change: ChangeActor; onClose: () => void }) => {
  const { t: translate, i18n } = useTranslation(['changes', 'commands', 'errors', 'form', 'palette'])
  const t: Translate = (key, values) => translate(key, values ?? {})
  const isAsking = useSelector(change, (snapshot) => snapshot.hasTag('asking'))
  const context = useSelector(change, (snapshot) => snapshot.context)
  const { expected } = context
  const isNothing = expected !== null && expected.counts.changed === 0
  const cancel = () => {
    change.send({ type: 'change.cancel' })
    onClose()
  }
  return (
    <Dialog
      open={isAsking}
      onOpenChange={cancel}
      role="alertdialog"
      title={t(`commands:${context.change.verb}.label`)}
      description={expected === null ? t('changes:checking') : changeWords(expected, t)}
      footer={
        <>
          <Button variant="ghost" keys="Escape" onClick={cancel}>
            {t('form:cancel')}
          </Button>
          <Button
            autoFocus
            variant={context.change.kind === 'delete' ? 'danger' : 'primary'}
            keys="Enter"
            pending={expected === null}
            whyNot={isNothing ? t('changes:nothing') : null}
            onClick={() => {
              change.send({ type: 'change.confirm' })
              onClose()
            }}
          >
            {t('changes:confirm')}
          </Button>
        </>
      }
    >
      {expected !== null && expected.counts.refused > 0 && (
        <ul className="flex flex-col gap-1 text-sm">
          {refusalReasons(expected.counts, t).map(({ code, text, count }) => (
            <li key={code} className="flex gap-3">
              <span className="figures w-12 text-right font-medium">
                {count.toLocaleString(localeOf(i18n.language))}
              </span>
              <span className="text-ink-muted">{text}</span>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
