import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiCode } from '../../api/api-problem.ts'
import { Button } from '../../ui/buttons/button.tsx'

type ProfileSectionProps = {
  title: string
  lead?: string
  actions?: ReactNode
  children?: ReactNode
}

/** A section with actions beside its heading. */
export const ProfileSection = ({ title, lead, actions, children }: ProfileSectionProps) => {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-lg border border-line bg-surface">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 p-4">
        <div className="min-w-0 flex-1 basis-60">
          <h2 id={id} className="text-base font-semibold">
            {title}
          </h2>
          {lead && <p className="mt-0.5 text-sm text-pretty text-ink-muted">{lead}</p>}
        </div>
        {actions}
      </div>
      {children && <div className="border-t border-line px-4 py-3">{children}</div>}
    </section>
  )
}

export const FailedList = ({ code, onRefresh }: { code: ApiCode; onRefresh: () => void }) => {
  const { t } = useTranslation(['errors', 'list'])
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 text-sm">
      <p>{t(`errors:${code}`)}</p>
      <Button size="sm" onClick={onRefresh}>
        {t('list:refresh')}
      </Button>
    </div>
  )
}
