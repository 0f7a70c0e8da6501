import { useSelector } from '@xstate/react'
import { Command, useCommandState } from 'cmdk'
import { useEffect, useRef } from 'react'
import { type PaletteFrame, pageFrame, recordArgument } from '../../machines/palette/palette-types.ts'
import { labelKey } from '../commands/run-command.ts'
import { Icon } from '../ui/icon.tsx'
import type { PaletteProps } from './palette-props.ts'
import type { PaletteView } from './palette-view.ts'

type PaletteFieldProps = { actor: PaletteProps['actor']; view: PaletteView; onType: (query: string) => void }

const noFrames: readonly PaletteFrame[] = [pageFrame({ kind: 'root' })]

/** Where one is (pages and scope as chips), and the field. */
export const PaletteField = ({ actor, view, onType }: PaletteFieldProps) => {
  const frames = useSelector(actor, ({ context }) => (context.frames.length > 0 ? context.frames : noFrames))
  const frame = frames.at(-1)!
  const input = useRef<HTMLInputElement>(null)
  useActiveDescendant(input)
  const crumbs = frames.slice(1).flatMap((one) => crumbsOf(one, one === frame, view))
  return (
    <div className="flex min-h-12 items-center gap-2 border-b border-line px-3.5">
      <Icon name={frames.length > 1 ? 'chevron-right' : 'search'} className="text-ink-muted" />
      {[...crumbs, ...(frame.scope ? [view.t(`${frame.scope}:title`)] : [])].map((crumb) => (
        <span
          key={crumb}
          className="max-w-48 shrink-0 truncate rounded-sm bg-accent-soft px-1.5 py-0.5 text-sm text-accent-text"
        >
          {crumb}
        </span>
      ))}
      <Command.Input
        ref={input}
        value={frame.query}
        onValueChange={onType}
        placeholder={placeholderOf(frame, view)}
        aria-describedby="palette-status"
        // The palette is the field: there is nowhere else for the focus to be.
        autoFocus
        className="h-12 min-w-0 flex-1 bg-transparent text-lg outline-none focus-visible:outline-none"
      />
    </div>
  )
}

/**
 * cmdk names the highlighted option to assistive technology only when it moved the highlight itself, not when a page or
 * an answer did.
 */
function useActiveDescendant(input: React.RefObject<HTMLInputElement | null>): void {
  const value = useCommandState((state) => state.value)
  // Every time: options are put in and taken out under a highlight that stays.
  useEffect(() => {
    const option = input.current?.closest('[cmdk-root]')?.querySelector('[cmdk-item][aria-selected="true"]')
    if (option && value) input.current?.setAttribute('aria-activedescendant', option.id)
    else input.current?.removeAttribute('aria-activedescendant')
  })
}

/** The record in hand; the command that asks and what it has been answered, once for all of its questions. */
const crumbsOf = ({ page }: PaletteFrame, isLast: boolean, { t }: PaletteView): string[] => {
  if (page.kind === 'record') return [page.title]
  if (page.kind !== 'argument' || !isLast) return []
  return [t(labelKey({ id: page.invocation.command })), ...page.invocation.words]
}

const placeholderOf = ({ page, scope }: PaletteFrame, { t, registry }: PaletteView): string => {
  if (page.kind === 'record') return t('palette:actions', { title: page.title })
  if (page.kind === 'root') {
    return scope === null ? t('palette:placeholder') : t('palette:scoped', { scope: t(`${scope}:title`) })
  }
  const { command: id } = page.invocation
  if (page.name !== recordArgument) return t(`commands:${id}.args.${page.name}`)
  return t('palette:whichRecord', { one: t(`${registry.get(id)?.resource}:one`) })
}
