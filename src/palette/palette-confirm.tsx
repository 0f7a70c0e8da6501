import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../machines/failure.ts'
import { commandLabel } from '../commands/run-command.ts'
import type { Translate } from '../i18n/i18n.ts'
import { Button } from '../ui/buttons/button.tsx'
import { shortReason } from '../ui/error-words.ts'
import { Icon } from '../ui/icons/icon.tsx'
import type { PaletteProps } from './results/palette-view.ts'
import { failureWords } from './results/wording.ts'
import { DryRunProgress, Refusals, useConfirmation } from './use-confirmation.tsx'

const failedWords = ({ code }: Failure, t: Translate): string =>
  code === 'OFFLINE' ? failureWords(code, t) : shortReason(code, t)

/** Dry run and confirmation of a change in the palette; `machines/change` runs and applies it. */
export const PaletteConfirm = ({ actor, registry, dryRuns }: PaletteProps) => {
  const { t: translate } = useTranslation()
  const t: Translate = (key, values) => translate(key, values ?? {})
  const state = useSelector(actor, (snapshot) => snapshot)
  const { invocation, change, preview, failure } = state.context
  const asked = useSelector(change ?? undefined, (snapshot) => snapshot)
  const command = invocation && registry.get(invocation.command)
  const isFailed = state.matches({ shown: { confirming: 'failed' } })
  const report = asked ? asked.context.expected : preview
  const { words, button } = useConfirmation({
    isAsking: true,
    report,
    confirm: () => actor.send({ type: 'command.confirm' }),
  })
  const back = () => actor.send({ type: 'page.back' })
  return (
    <>
      <div id="palette-dry-run" className="flex items-start gap-3 px-5 pt-4 pb-4">
        <Icon name={command?.icon ?? 'list-checks'} size={20} className="mt-0.5 text-ink-muted" />
        <div className="min-w-0 flex-1">
          <h2 className="text-lg font-semibold">
            {invocation &&
              command &&
              invocation.words.reduce(
                (what, words) => t('common:said', { what, words }),
                commandLabel(command, t),
              )}
          </h2>
          <div role="status" className="mt-1 flex flex-col gap-3">
            {words === null && !isFailed ? (
              <div className="figures text-ink-muted">
                <DryRunProgress dryRuns={dryRuns} />
              </div>
            ) : (
              <p className="figures text-ink-muted">{failure === null ? words : failedWords(failure, t)}</p>
            )}
            <Refusals report={report} verb={invocation?.command} />
          </div>
        </div>
      </div>
      <footer className="flex items-center justify-end gap-2 border-t border-line bg-surface px-3.5 py-2">
        <Button variant="ghost" keys="Escape" onClick={back}>
          {t('palette:back')}
        </Button>
        {isFailed ? (
          <Button
            variant="primary"
            autoFocus
            aria-describedby="palette-dry-run"
            onClick={() => actor.send({ type: 'preview.retry' })}
          >
            {t('palette:preview.retry')}
          </Button>
        ) : (
          <Button
            {...button}
            variant={command?.danger ? 'danger' : 'primary'}
            keys="Enter"
            autoFocus
            aria-describedby="palette-dry-run"
          >
            {t('palette:preview.apply')}
          </Button>
        )}
      </footer>
    </>
  )
}
