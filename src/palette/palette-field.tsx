import { useAtom } from '@xstate/store-react'
import { Command } from 'cmdk'
import { useLayoutEffect, useMemo, useRef } from 'react'
import type { PaletteFrame } from '../../machines/palette/palette-types.ts'
import { isPointerCoarse } from '../stores/browser.ts'
import { cx } from '../ui/cx.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Icon } from '../ui/icons/icon.tsx'
import { optionId } from './palette-list.tsx'
import type { StillView } from './palette-view.ts'
import { crumbsOf, questionOf } from './results/wording.ts'

type PaletteFieldProps = {
  /** The last is the one shown. */
  frames: readonly PaletteFrame[]
  view: StillView
  hasOptions: boolean
  /** The id of the highlighted item. */
  active: string | undefined
  onType: (query: string) => void
  onClose: () => void
}

/**
 * The breadcrumbs of the page (pages and scope as chips) and the field. cmdk's own search stays empty: rows are ranked
 * here, and at each new search cmdk would highlight its first row in a second render.
 */
export const PaletteField = ({ frames, view, hasOptions, active, onType, onClose }: PaletteFieldProps) => {
  const { query } = frames.at(-1)!
  const field = useRef<HTMLInputElement>(null)
  const isTouched = useAtom(isPointerCoarse)
  const hasClose = isTouched || view.isPhone
  useLayoutEffect(() => field.current!.focus(), [])
  const { chips, question } = useBreadcrumbs(frames, view)
  return (
    <div
      className={cx(
        'relative flex min-h-12 flex-wrap items-center gap-x-2 border-b border-line pl-3.5 max-sm:py-1',
        hasClose ? 'pr-13' : 'pr-3.5',
      )}
    >
      {chips}
      <Command.Input asChild value="">
        {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: cmdk makes it a combobox, always expanded otherwise. */}
        <input
          ref={field}
          aria-expanded={hasOptions}
          aria-activedescendant={active && optionId(active)}
          value={query}
          onChange={({ target }) => onType(target.value)}
          placeholder={question}
          aria-describedby="palette-status"
          className="h-12 min-w-40 flex-1 text-ellipsis bg-transparent text-lg outline-none focus-visible:outline-none"
        />
      </Command.Input>
      {/* Without a keyboard there is no Escape. */}
      {hasClose && (
        <IconButton
          icon="x"
          label={view.t('common:close')}
          tabIndex={-1}
          className="absolute top-3 right-2 pointer-coarse:top-1.5"
          onClick={onClose}
        />
      )}
    </div>
  )
}

/** The same at every key of a page. */
function useBreadcrumbs(frames: readonly PaletteFrame[], view: StillView) {
  const { page, scope } = frames.at(-1)!
  const depth = frames.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: pages are only pushed and popped.
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
    return { chips, question: questionOf(frame, view) }
  }, [page, scope, depth, view])
}
