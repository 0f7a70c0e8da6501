import { useSelector } from '@xstate/react'
import { useAtom } from '@xstate/store-react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '../../domain/core/languages.ts'
import type { Failure } from '../../machines/failure.ts'
import type { LongWork } from '../api/long-work.ts'
import { commandLabel } from '../commands/run-command.ts'
import { useScanTarget } from '../keyboard/scan-targets.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { ProgressBar } from '../ui/feedback/status.tsx'
import { Icon } from '../ui/icons/icon.tsx'
import type { Translate } from './results/command-item.ts'
import type { PaletteProps } from './results/palette-view.ts'
import { changeWords, failureWords, refusalReasons, shortReason } from './results/wording.ts'

const failedWords = ({ code }: Failure, t: Translate): string =>
  code === 'OFFLINE' ? failureWords(code, t) : shortReason(code, t)

/** The dry run of a command that was chosen before its inline dry run had loaded: shown, then confirmed. */
export const PaletteConfirm = ({ actor, registry, dryRuns }: PaletteProps) => {
  const { t: translate, i18n } = useTranslation()
  const t: Translate = (key, values) => translate(key, values ?? {})
  const state = useSelector(actor, (snapshot) => snapshot)
  const { invocation, preview, failure } = state.context
  const command = invocation && registry.get(invocation.command)
  const isReady = state.matches({ shown: { confirming: 'ready' } })
  const isFailed = state.matches({ shown: { confirming: 'failed' } })
  const nothing = isReady && preview?.counts.changed === 0
  const back = () => actor.send({ type: 'page.back' })
  // What is confirmed has its records.
  useScanTarget({ isFocused: () => true, take: () => false })
  return (
    <>
      <div id="palette-dry-run" className="flex items-start gap-3 px-5 pt-4 pb-4">
        <Icon name={command?.icon ?? 'list-checks'} size={20} className="mt-0.5 text-ink-muted" />
        <div className="min-w-0 flex-1">
          <h2 className="text-lg font-semibold">
            {invocation && command && [commandLabel(command, t), ...invocation.words].join(' : ')}
          </h2>
          <div role="status">
            {isReady || isFailed ? (
              <p className="figures mt-1 text-ink-muted">
                {isFailed && failure && failedWords(failure, t)}
                {isReady && preview && (nothing ? t('palette:preview.nothing') : changeWords(preview, t))}
              </p>
            ) : (
              <div className="figures mt-1 text-ink-muted">
                <DryRunProgress label={t('palette:preview.loading')} dryRuns={dryRuns} />
              </div>
            )}
            {isReady && preview && preview.counts.refused > 0 && (
              <ul className="mt-3 space-y-1 text-sm">
                {refusalReasons(preview.counts, t).map(({ code, text, count }) => (
                  <li key={code} className="flex items-center gap-2">
                    <Icon name="ban" size={12} className="text-ink-muted" />
                    <span className="min-w-0 flex-1">{text}</span>
                    <span className="figures text-ink-muted">
                      {count.toLocaleString(localeOf(i18n.language))}
                    </span>
                  </li>
                ))}
              </ul>
            )}
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
            variant={command?.danger ? 'danger' : 'primary'}
            keys="Enter"
            autoFocus
            aria-describedby="palette-dry-run"
            pending={!isReady}
            whyNot={nothing ? t('palette:preview.nothing') : null}
            onClick={() => actor.send({ type: 'command.confirm' })}
          >
            {t('palette:preview.apply')}
          </Button>
        )}
      </footer>
    </>
  )
}

/** Shows that a dry run is loading and, when it runs as a job, its progress. */
export const DryRunProgress = ({ label, dryRuns }: { label: string; dryRuns: LongWork['dryRuns'] }) => {
  const job = useAtom(dryRuns).at(-1)
  return job === undefined ? (
    label
  ) : (
    <ProgressBar label={label} done={job.done} total={job.total ?? undefined} />
  )
}
