import type { ReactNode } from 'react'
import { Icon } from '../../ui/icons/icon.tsx'
import type { IconName } from '../../ui/icons/icon-set.ts'
import { Picture } from '../../ui/icons/picture.tsx'

type PreviewHeaderProps = {
  icon: IconName
  above: string
  title: ReactNode
  side?: ReactNode
  picture?: string | null
}

/** Kind and title; same height while loading. */
export const PreviewHeader = ({ icon, above, title, side, picture = null }: PreviewHeaderProps) => (
  <header className="flex min-h-16 items-center gap-3 border-b border-line px-4 py-2.5">
    <Picture source={picture} size={40} fallback={null} className="rounded-md border border-line" />
    <div className="flex min-w-0 flex-1 flex-col gap-0.5">
      <p className="figures flex min-h-5 items-center gap-1.5 text-xs text-ink-muted">
        <Icon name={icon} size={14} />
        <span className="min-w-0 flex-1 truncate">{above}</span>
        {side}
      </p>
      <p className="flex min-w-0 text-lg font-semibold [&>*]:min-w-0">
        <span dir="auto" className="min-w-0 truncate text-left">
          {title}
        </span>
      </p>
    </div>
  </header>
)
