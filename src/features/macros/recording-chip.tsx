import { useSelector } from '@xstate/store-react'
import { useTranslation } from 'react-i18next'
import { BarButton } from '../../layouts/bar-button.tsx'
import { type CommandLog, recordedSteps } from '../../stores/command-log.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { Keycap } from '../../ui/kbd/keycap.tsx'
import { useCommandKeys } from '../../workspace/use-command-keys.ts'
import { useWorkspace } from '../../workspace/workspace.ts'

/** Top bar chip while recording a macro: number of steps and Stop. */
export const RecordingChip = ({ log }: { log: CommandLog }) => {
  const { t } = useTranslation('macros')
  const { run } = useWorkspace()
  const keysOf = useCommandKeys()
  const count = useSelector(log.store, ({ context }) => recordedSteps(context)?.length ?? null)
  const keys = keysOf('macro.record')
  return (
    <>
      {/* A live region must exist before its text. */}
      <span role="status" className="sr-only">
        {count === null ? '' : t('recording', { count })}
      </span>
      {count !== null && (
        <BarButton
          aria-label={t('finish', { count })}
          title={t('finish', { count })}
          onClick={() => run('macro.record')}
          className="text-danger"
        >
          <Icon name="circle-dot" size={14} className="text-danger motion-safe:animate-pulse" />
          <span aria-hidden="true" className="figures text-danger xl:hidden">
            {count}
          </span>
          <span aria-hidden="true" className="figures whitespace-nowrap text-danger max-xl:hidden">
            {t('recording', { count })}
          </span>
          {keys && <Keycap keys={keys} className="max-lg:hidden" />}
        </BarButton>
      )}
    </>
  )
}
