import { useTranslation } from 'react-i18next'
import { Icon } from '../ui/icons/icon.tsx'
import { type Completion, completionIcons } from './completion.ts'

type CompletionListProps = {
  id: string
  completions: readonly Completion[]
  active: number
  onTake: (completion: Completion) => void
}

/** Completions below the filter box, each with its meaning. */
export const CompletionList = ({ id, completions, active, onTake }: CompletionListProps) => {
  const { t } = useTranslation('list')
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t('suggestions')}
      className="overflow-hidden rounded-lg bg-raised p-1 shadow-float"
    >
      {completions.map((completion, index) => (
        <div
          key={`${completion.kind} ${completion.id}`}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onMouseDown={(event) => {
            event.preventDefault()
            onTake(completion)
          }}
          className="flex min-h-7 items-center gap-2.5 rounded-md px-2 text-sm text-ink aria-selected:bg-selected pointer-coarse:min-h-11"
        >
          <Icon name={completionIcons[completion.kind]} size={14} className="shrink-0 text-ink-muted" />
          <span className="min-w-0 flex-1 truncate" title={completion.label}>
            {completion.label}
          </span>
          {completion.hint !== '' && (
            <span className="max-w-1/2 shrink-0 truncate pl-3 text-xs text-ink-muted">{completion.hint}</span>
          )}
        </div>
      ))}
    </div>
  )
}
