import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../domain/access/paths.ts'
import { SplitFrame } from '../../layouts/split-frame.tsx'
import { LabelBars } from '../../ui/figures/label-bars.tsx'
import { BrandMark } from '../../ui/icons/brand-mark.tsx'
import { brandName } from '../../ui/icons/brand-name.ts'
import { AuthLink } from './auth-link.tsx'

export type AuthFrameProps = {
  title: string
  lead: ReactNode
  /** The language picker: nobody should have to log in to be able to read. */
  language?: ReactNode
  /** What hangs under the card, parted by a perforation. */
  stub?: ReactNode
  children: ReactNode
}

/** The frame of every screen before the gates: one column, made like a parcel's label; the second half where it is split. */
export const AuthFrame = ({ title, lead, language, stub, children }: AuthFrameProps) => {
  const { t } = useTranslation('auth')
  return (
    <SplitFrame>
      <div className="flex min-h-dvh flex-col bg-canvas text-ink">
        <title>{`${title} · ${brandName}`}</title>
        <header className="flex h-14 items-center justify-end px-4">{language}</header>
        <main className="mx-auto w-full max-w-104 flex-1 px-4 pt-[4vh] pb-10">
          <div className="mb-5 flex items-center gap-2.5">
            <BrandMark size={32} />
            <span className="text-xl font-semibold tracking-tight">{brandName}</span>
            <LabelBars className="ml-auto h-6 text-ink" />
          </div>
          <div className="rounded-lg border border-line bg-surface">
            <div className="flex flex-col gap-5 p-5 sm:p-6">
              <div>
                <h1 className="text-xl font-semibold tracking-tight text-balance">{title}</h1>
                <p className="mt-1 text-pretty text-ink-muted">{lead}</p>
              </div>
              {children}
            </div>
            {stub && <div className="border-t border-dashed border-line-strong p-5 sm:px-6">{stub}</div>}
          </div>
          <p className="mt-4 text-center text-xs text-balance text-ink-muted">
            <AuthLink to={paths.landing()} quiet>
              {t('tagline')}
            </AuthLink>
          </p>
        </main>
      </div>
    </SplitFrame>
  )
}
