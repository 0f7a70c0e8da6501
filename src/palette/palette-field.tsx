import { useLayoutEffect, useMemo, useRef } from 'react'
import type { PaletteFrame } from '../../machines/palette/palette-types.ts'
import { Icon } from '../ui/icons/icon.tsx'
import { listId, optionId } from './list/option-id.ts'
import type { StillView } from './palette-view.ts'
import { crumbsOf, fieldName, questionOf } from './sections/page-words.ts'

type PaletteFieldProps = {
  /** The last is the one shown. */
  frames: readonly PaletteFrame[]
  view: StillView
  hasOptions: boolean
  /** The option that is highlighted and stands in the document. */
  active: string | undefined
  onType: (query: string) => void
}

/** Where one is (pages and scope as chips), and the field. */
export const PaletteField = ({ frames, view, hasOptions, active, onType }: PaletteFieldProps) => {
  const { query } = frames.at(-1)!
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => field.current!.focus(), [])
  const { chips, name, question } = useWords(frames, view)
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-2 border-b border-line px-3.5 max-sm:py-1">
      {chips}
      <input
        ref={field}
        type="text"
        role="combobox"
        aria-label={name}
        aria-autocomplete="list"
        aria-expanded={hasOptions}
        aria-controls={listId}
        aria-activedescendant={active && optionId(active)}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        value={query}
        onChange={({ target }) => onType(target.value)}
        placeholder={question}
        aria-describedby="palette-status"
        className="h-12 min-w-40 flex-1 text-ellipsis bg-transparent text-lg outline-none focus-visible:outline-none"
      />
    </div>
  )
}

/** What stands beside the text and is said of it: the same at every key of a page. */
function useWords(frames: readonly PaletteFrame[], view: StillView) {
  const { page, scope } = frames.at(-1)!
  const depth = frames.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page is only put upon others or taken off them.
  return useMemo(() => {
    const frame = frames.at(-1)!
    const crumbs = frames.flatMap((one) => crumbsOf(one, one === frame, view))
    const chips = (
      <>
        <Icon name={page.kind !== 'root' ? 'chevron-right' : 'search'} className="text-ink-muted" />
        {[...crumbs, ...(scope ? [view.t(`${scope}:title`)] : [])].map((crumb) => (
          <span
            key={crumb}
            className="max-w-48 truncate max-sm:mt-2 rounded-sm bg-accent-soft px-1.5 py-0.5 text-sm text-accent-text"
          >
            {crumb}
          </span>
        ))}
      </>
    )
    return { chips, name: fieldName(frame, view), question: questionOf(frame, view) }
  }, [page, scope, depth, view])
}
