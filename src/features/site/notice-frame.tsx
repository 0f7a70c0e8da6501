import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { paths } from '../../../domain/access/paths.ts'
import { SplitFrame } from '../../layouts/split-frame.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { BrandMark, brandName, LabelBars } from '../../ui/icons/brand.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import type { IconName } from '../../ui/icons/icon-set.ts'

type NoticeFrameProps = NoticeCardProps & { language?: ReactNode }

/** A page with a single message. */
export const NoticeFrame = ({ language, ...card }: NoticeFrameProps) => (
  <SplitFrame>
    <div className="flex min-h-dvh flex-col bg-canvas text-ink">
      <title>{`${card.title} · ${brandName}`}</title>
      <SiteHeader>{language}</SiteHeader>
      <main className="mx-auto flex w-full max-w-140 flex-1 flex-col justify-center px-4 pb-[12vh]">
        <NoticeCard {...card} />
      </main>
    </div>
  </SplitFrame>
)

type NoticeCardProps = {
  /** Large text: an error number or icon. */
  mark: { code: string } | { icon: IconName }
  title: string
  lead: string
  /** Details as lines of a label. */
  facts?: readonly { label: string; value: ReactNode }[]
  /** Buttons, the primary one first. */
  actions: ReactNode
}

/** A message styled as a parcel label. */
const NoticeCard = ({ mark, title, lead, facts = [], actions }: NoticeCardProps) => (
  <div className="rounded-lg border border-line bg-surface">
    <div className="flex items-center justify-between gap-6 p-5 sm:p-7">
      {'code' in mark ? (
        <p aria-hidden="true" className="figures text-5xl font-semibold tracking-tight">
          {mark.code}
        </p>
      ) : (
        <Icon name={mark.icon} size={56} className="text-accent-text" />
      )}
      <LabelBars className="h-14 w-32 text-ink sm:w-44" />
    </div>
    <div className="flex flex-col gap-5 border-t border-dashed border-line-strong p-5 sm:p-7">
      <div>
        <h1 className="text-2xl font-semibold tracking-tight text-balance">{title}</h1>
        <p className="mt-1.5 text-lg text-pretty text-ink-muted">{lead}</p>
      </div>
      {facts.length > 0 && (
        <dl className="flex flex-col rounded-md border border-line bg-canvas px-3 py-1 text-sm">
          {facts.map(({ label, value }) => (
            <div key={label} className="grid gap-x-4 py-1.5 sm:grid-cols-[10rem_minmax(0,1fr)]">
              <dt className="text-ink-muted">{label}</dt>
              <dd className="min-w-0 font-medium wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className="flex flex-wrap gap-2">{actions}</div>
    </div>
  </div>
)

/** Logo with a home link, and an element at the end. */
export const SiteHeader = ({ children }: { children: ReactNode }) => (
  <header className="flex h-14 items-center gap-2 px-4 lg:px-8">
    <Link
      to={paths.home()}
      className="mr-auto flex min-h-8 items-center gap-2 rounded-md p-1 text-lg font-semibold tracking-tight"
    >
      <BrandMark />
      {brandName}
    </Link>
    {children}
  </header>
)

/** Link to the user's start screen, gate or login. */
export const HomeButton = () => {
  const { t } = useTranslation('public')
  const navigate = useNavigate()
  return (
    <Button variant="primary" size="lg" keys="Enter" autoFocus onClick={() => navigate(paths.home())}>
      {t('actions.home')}
    </Button>
  )
}

type BrokenProps = {
  /** Retries; default: reloads the page. */
  onRetry?: () => void
}

/** /error-500; also shown after a crash of the whole page. */
export const BrokenScreen = ({ language, ...props }: BrokenProps & { language?: ReactNode }) => (
  <NoticeFrame {...useNotice(props)} language={language} />
)

/** The same for a single crashed screen. */
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
