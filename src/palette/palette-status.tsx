import { useEffect, useState } from 'react'
import type { PaletteFrame, PalettePage } from '../../machines/palette/palette-types.ts'
import { argumentOf } from './argument-sections.ts'
import type { PaletteItem } from './palette-item.ts'
import type { PaletteView } from './palette-view.ts'
import { reportWords, shortReason } from './report-words.ts'
import type { InlinePreview } from './use-inline-preview.ts'

type PaletteStatusProps = {
  frame: PaletteFrame
  view: PaletteView
  items: readonly PaletteItem[]
  highlighted: PaletteItem | undefined
  preview: InlinePreview
}

type ArgumentPage = Extract<PalettePage, { kind: 'argument' }>

/** Typing pauses: a count at every key would be talked over by the next. */
const pause = 400

/** What the list has come to: to the eye where it is empty, to the ear always. */
export const PaletteStatus = ({ frame, view, items, highlighted, preview }: PaletteStatusProps) => {
  const { t, search } = view
  const message = items.length > 0 ? null : emptyMessage(frame, view)
  const spoken = [
    message ?? t('palette:count', { count: items.length }),
    highlighted?.refusal && t('palette:unavailable', { reason: shortReason(highlighted.refusal, t) }),
    preview?.report && reportWords(preview.report, t),
    search.phase === 'failed' && t('palette:searchFailed'),
  ]
    .filter((part) => typeof part === 'string' && part !== '')
    .join('. ')
  return (
    <>
      {message !== null && (
        <div className="px-4 py-6 text-center">
          <p className="text-ink-muted">{message}</p>
          {frame.page.kind === 'root' && search.phase === 'idle' && (
            <p className="mt-1 text-sm text-ink-faint">{t('palette:emptyHint')}</p>
          )}
        </div>
      )}
      {search.phase === 'failed' && items.length > 0 && (
        <p className="border-t border-line px-4 py-2 text-sm text-ink-muted">{t('palette:searchFailed')}</p>
      )}
      <div id="palette-status" role="status" aria-live="polite" className="sr-only">
        {useSettled(spoken)}
      </div>
    </>
  )
}

const emptyMessage = ({ page, query }: PaletteFrame, view: PaletteView): string => {
  const { t, search } = view
  if (search.phase === 'loading') return t('palette:searching')
  if (search.phase === 'failed') return t('palette:searchFailed')
  if (page.kind === 'argument') {
    const phase = phaseOf(page, view)
    if (phase === 'loading') return t('palette:searching')
    if (phase === 'failed') return t('palette:choicesFailed')
    return t(query.trim() === '' ? 'palette:typeText' : 'palette:emptyChoice')
  }
  if (page.kind === 'record' && query.trim() === '') return t('palette:searching')
  return t('palette:empty', { query: query.trim() })
}

const phaseOf = ({ invocation, name }: ArgumentPage, { registry, choicePhase }: PaletteView) => {
  const command = registry.get(invocation.command)
  const argument = command && argumentOf(command, name)
  return command && argument ? choicePhase(command, argument) : 'ready'
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
