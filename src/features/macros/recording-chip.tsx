import { useSelector } from '@xstate/store-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { BarButton } from '../../layouts/bar-button.tsx'
import { type CommandLog, recordedSteps } from '../../stores/command-log.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { Keycap } from '../../ui/kbd/keycap.tsx'
import { useCommandKeys } from '../../workspace/use-command-keys.ts'
import { useWorkspace } from '../../workspace/workspace.ts'

/** Top bar chip while recording a macro: number of steps and Stop. Its texts are loaded when there is something to record. */
export const RecordingChip = ({ log }: { log: CommandLog }) => {
  const count = useSelector(log.store, ({ context }) => recordedSteps(context)?.length ?? null)
  return (
    <>
      {/* A live region must exist before its text. */}
      <span role="status" className="sr-only">
        <Suspense>{count !== null && <RecordedWords count={count} />}</Suspense>
      </span>
      <Suspense>{count !== null && <StopRecording count={count} />}</Suspense>
    </>
  )
}

const RecordedWords = ({ count }: { count: number }) => useTranslation('macros').t('recording', { count })

const StopRecording = ({ count }: { count: number }) => {
  const { t } = useTranslation('macros')
  const { run } = useWorkspace()
  const keys = useCommandKeys()('macro.record')
  return (
    <BarButton
      aria-label={t('finish', { count })}
      title={t('finish', { count })}
      onClick={() => run('macro.record')}
      className="text-danger"
    >
      <Icon name="circle-dot" size={14} className="text-danger motion-safe:animate-pulse" />
      <span aria-hidden="true" className="figures text-danger 2xl:hidden">
        {count}
      </span>
      <span aria-hidden="true" className="figures whitespace-nowrap text-danger max-2xl:hidden">
        {t('recording', { count })}
      </span>
      {keys && <Keycap keys={keys} className="max-lg:hidden" />}
    </BarButton>
  )
}
