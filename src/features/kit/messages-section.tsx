import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/told/banner.tsx'
import { Toast } from '../../ui/told/toast.tsx'
import { shortestToast } from '../../ui/told/toast-store.ts'
import { tones } from '../../ui/told/tone.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { KitRow, KitSection } from './kit-section.tsx'

/** What is said over a screen and in its corner. */
export const MessagesSection = () => {
  const { t } = useTranslation('kit')
  const { ports } = useWorkspace()
  const nothing = () => undefined
  return (
    <KitSection name="messages">
      <div className="mb-4 flex flex-col gap-2">
        {tones.map((tone) => (
          <Banner
            key={tone}
            tone={tone}
            action={
              tone === 'info' ? { label: t('kit:messages.act'), keys: 'r', onPress: nothing } : undefined
            }
          >
            {t(`kit:tones.${tone}`)}
          </Banner>
        ))}
      </div>
      <ul className="mb-4 max-w-108">
        <Toast
          onDismiss={nothing}
          toast={{
            id: 'kit',
            serial: 0,
            sticky: true,
            duration: shortestToast,
            tone: 'success',
            title: t('kit:messages.toast'),
            detail: t('kit:messages.detail'),
            action: { label: t('kit:messages.undo'), keys: 'u', run: nothing },
          }}
        />
      </ul>
      <KitRow>
        <Button onClick={() => ports.notify({ tone: 'success', titleKey: 'kit:messages.toast' })}>
          {t('kit:messages.show')}
        </Button>
      </KitRow>
    </KitSection>
  )
}
