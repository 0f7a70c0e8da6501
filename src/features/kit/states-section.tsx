import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/told/empty-state.tsx'
import { ErrorState } from '../../ui/told/error-state.tsx'
import { ProgressBar } from '../../ui/told/progress-bar.tsx'
import { Skeleton } from '../../ui/told/skeleton.tsx'
import { KitGrid, KitSection } from './kit-section.tsx'

/** A screen that waits, that has nothing, that failed, that works. */
export const StatesSection = () => {
  const { t } = useTranslation('kit')
  const nothing = () => undefined
  return (
    <KitSection name="states">
      <KitGrid>
        <div className="flex flex-col gap-5">
          <Skeleton lines={4} />
          <ProgressBar label={t('kit:states.progress')} done={640} total={1000} />
          <ProgressBar label={t('kit:states.counting')} done={640} />
        </div>
        <EmptyState
          title={t('kit:states.empty')}
          detail={t('kit:states.emptyDetail')}
          next={[{ label: t('kit:states.next'), keys: 'n', onPress: nothing }]}
        />
        <ErrorState
          title={t('kit:states.error')}
          detail={t('kit:states.errorDetail')}
          kept={t('kit:states.kept')}
          reference="req-4b1f"
          action={{ label: t('kit:messages.act'), keys: 'r', onPress: nothing }}
        />
      </KitGrid>
    </KitSection>
  )
}
