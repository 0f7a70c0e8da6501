import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { paths } from '../../../domain/access/paths.ts'
import { SplitFrame } from '../../layouts/split-frame.tsx'
import { Button, type ButtonProps } from '../../ui/buttons/button.tsx'
import { cx } from '../../ui/cx.ts'
import { BrandMark, brandName, LabelBars } from '../../ui/icons/brand.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import type { IconName } from '../../ui/icons/icon-set.ts'

type AuthFrameProps = {
  title: string
  lead: ReactNode
  /** Language picker that works without a session. */
  language?: ReactNode
  /** Below the card, after a perforation. */
  stub?: ReactNode
  children: ReactNode
}

/** Layout of the account screens: one column styled as a parcel label; the second half is shown in the split layout. */
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

type AuthLinkProps = {
  /** A path built by domain/access/paths.ts. */
  to: string
  state?: unknown
  /** In the colour of the surrounding text. */
  quiet?: boolean
  onFollow?: () => void
  children: ReactNode
}

/** Link to another account screen, large enough for touch. */
export const AuthLink = ({ to, state, quiet = false, onFollow, children }: AuthLinkProps) => (
  <Link
    to={to}
    state={state}
    onClick={onFollow}
    className={cx(
      'inline-flex min-h-6 items-center rounded-sm underline-offset-4 hover:underline pointer-coarse:min-h-11',
      quiet ? 'text-ink-muted' : 'font-medium text-accent-text',
    )}
  >
    {children}
  </Link>
)

type GoButtonProps = Omit<ButtonProps, 'onClick' | 'size'> & {
  /** A path built by domain/access/paths.ts. */
  to: string
}

/** Primary button that navigates; focused, so that Enter presses it. */
export const GoButton = ({ to, ...rest }: GoButtonProps) => {
  const navigate = useNavigate()
  return <Button variant="primary" keys="Enter" autoFocus {...rest} size="lg" onClick={() => navigate(to)} />
}

type NoteProps = { icon: IconName; tone?: keyof typeof tones; children: ReactNode }

/** One line that names the user or object of the screen. */
export const Note = ({ icon, tone = 'accent', children }: NoteProps) => (
  <p className="flex items-center gap-2.5 rounded-md border border-line bg-canvas px-3 py-2.5">
    <Icon name={icon} size={20} className={cx('shrink-0', tones[tone])} />
    <span className="min-w-0 font-medium wrap-anywhere">{children}</span>
  </p>
)

const tones = { accent: 'text-accent-text', success: 'text-success', danger: 'text-danger' } as const
