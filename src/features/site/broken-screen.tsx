import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/buttons/button.tsx'
import { HomeButton, NoticeCard, type NoticeCardProps, NoticeFrame } from './notice-frame.tsx'

type BrokenProps = {
  /** Tries what failed once more; the page is loaded anew otherwise. */
  onRetry?: () => void
}

/** /error-500, and what a crash of the whole page looks like. */
export const BrokenScreen = ({ language, ...props }: BrokenProps & { language?: ReactNode }) => (
  <NoticeFrame {...useNotice(props)} language={language} />
)

/** The same for one screen that crashed, inside the frame that did not. */
export const BrokenCard = (props: BrokenProps) => (
  <div className="mx-auto w-full max-w-140 px-4 py-[8vh]">
    <NoticeCard {...useNotice(props)} />
  </div>
)

const useNotice = ({ onRetry = () => location.reload() }: BrokenProps): NoticeCardProps => {
  const { t } = useTranslation('public')
  return {
    mark: { code: '500' },
    title: t('broken.title'),
    lead: t('broken.lead'),
    facts: [
      { label: t('broken.kept'), value: t('broken.keptDetail') },
      { label: t('broken.doubt'), value: t('broken.doubtDetail') },
    ],
    actions: (
      <>
        <HomeButton />
        <Button size="lg" icon="refresh" onClick={onRetry}>
          {t('actions.retry')}
        </Button>
      </>
    ),
  }
}
