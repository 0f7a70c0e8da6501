import { useTranslation } from 'react-i18next'
import type { Handled } from '../../../machines/triage/triage-types.ts'
import { toneClasses } from '../../ui/feedback/tone.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { CommandButton } from '../records/command-button.tsx'
import { outcomeLooks, outcomeOf } from './outcome-looks.ts'

/** What the last key did, and the way back: stands still where a row of toasts would pile up. */
export const LastOutcome = ({ handled }: { handled: Handled | null }) => {
  const { t } = useTranslation('triage')
  const outcome = handled && outcomeOf(handled.decision)
  return (
    <div className="flex min-h-8 max-w-full min-w-0 items-center gap-x-2">
      <p role="status" className="flex min-w-0 items-center gap-2 text-ink-muted">
        {handled && outcome && (
          <>
            <Icon
              name={outcomeLooks[outcome].icon}
              className={toneClasses[outcomeLooks[outcome].tone].text}
            />
            <span className="min-w-0 truncate">
              {t('last', {
                number: handled.order.number,
                name: handled.order.customerName,
                outcome: t(`outcome.${outcome}`),
              })}
            </span>
          </>
        )}
      </p>
      {handled && <CommandButton command="triage.undo" size="sm" variant="ghost" />}
    </div>
  )
}
