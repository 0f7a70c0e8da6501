import { Command } from 'cmdk'
import { memo, useEffect, useEffectEvent, useState } from 'react'
import type { PaletteFrame } from '../../machines/palette/palette-types.ts'
import type { Translate } from '../i18n/i18n.ts'
import { cx } from '../ui/cx.ts'
import { shortReason } from '../ui/error-words.ts'
import { Icon } from '../ui/icons/icon.tsx'
import { Keycap } from '../ui/kbd/keycap.tsx'
import type { ChoiceState } from './ranking/query-caches.ts'
import { argumentOf } from './results/argument-page.ts'
import { calculation } from './results/calculation.ts'
import { customerSentence } from './results/customer-sections.ts'
import type { ItemAct, PaletteItem } from './results/palette-item.ts'
import type { PaletteProps, PaletteView } from './results/palette-view.ts'
import { readInput } from './results/read-input.ts'
import { failureWords, fieldName, reportWords } from './results/wording.ts'
import { DryRunProgress } from './use-confirmation.tsx'
import type { InlinePreview } from './use-item-action.ts'

type PaletteFooterProps = {
  /** What Enter does; null for nothing. */
  verb: ItemAct['kind'] | null
  /** Whether Tab opens a page. */
  hasInside: boolean
  /** Whether Escape goes back instead of closing. */
  isDeep: boolean
  t: Translate
  preview: InlinePreview
  dryRuns: PaletteProps['dryRuns']
}

const verbs: Record<ItemAct['kind'], string> = {
  invoke: 'run',
  open: 'open',
  page: 'open',
  answer: 'choose',
  copy: 'copy',
  type: 'choose',
  widen: 'search',
}

/** The highlighted command's dry run, and available keys. */
export const PaletteFooter = memo(function PaletteFooter(props: PaletteFooterProps) {
  const { verb, hasInside, isDeep, t, preview, dryRuns } = props
  return (
    <footer className="border-t border-line bg-surface text-xs text-ink-muted">
      {preview && <DryRunLine preview={preview} t={t} dryRuns={dryRuns} />}
      <div className="hidden min-h-9 items-center justify-end gap-3 px-3.5 py-1.5 sm:flex touch:hidden">
        {verb !== null && <Hint keys="Enter" text={t(`palette:hint.${verbs[verb]}`)} />}
        {hasInside && <Hint keys="Tab" text={t('palette:hint.actions')} />}
        <Hint keys="Escape" text={t(isDeep ? 'palette:hint.back' : 'palette:hint.close')} />
      </div>
    </footer>
  )
})

type DryRunLineProps = Pick<PaletteFooterProps, 't' | 'dryRuns'> & { preview: NonNullable<InlinePreview> }

const DryRunLine = ({ preview, t, dryRuns }: DryRunLineProps) => {
  const { report, failed } = preview
  if (report === null) {
    return (
      <div className={cx(lineClass, failed !== null && 'text-warning')}>
        {failed === null ? (
          <div className="flex-1">
            <DryRunProgress dryRuns={dryRuns} />
          </div>
        ) : (
          failureWords(failed, t)
        )}
      </div>
    )
  }
  const tone = report.counts.changed === 0 ? 'text-danger' : report.counts.refused > 0 && 'text-warning'
  return (
    <p className={cx(lineClass, 'font-medium', tone || 'text-ink')}>
      <Icon name={report.counts.changed === 0 ? 'ban' : 'list-checks'} size={14} className="mt-[3px]" />
      <span className="figures">{reportWords(report, t)}</span>
    </p>
  )
}

const lineClass = 'flex items-start gap-1.5 border-b border-line px-3.5 py-2 text-sm'

const Hint = ({ keys, text }: { keys: string; text: string }) => (
  <span className="flex shrink-0 items-center gap-1.5">
    <Keycap keys={keys} />
    {text}
  </span>
)

type PaletteStatusProps = {
  frame: PaletteFrame
  view: PaletteView
  items: readonly PaletteItem[]
  highlighted: PaletteItem | undefined
  /** Waiting for the server's results. */
  isAwaiting: boolean
  preview: InlinePreview
  /** The record number that Enter waits for. */
  waitingFor: number | null
  /** Enter was pressed on a refused row. */
  tried: boolean
  /** The page's record could not be loaded. */
  isUnreadable: boolean
}

const refusalWords = (code: string, t: Translate): string =>
  t('palette:unavailable', {
    // A command of another screen: says what to do.
    reason: code === 'NOT_FOUND' ? t('palette:notHere') : shortReason(code, t),
  })

/** Debounces announcements, which typing would interrupt. */
const ANNOUNCE_AFTER_MS = 400

/** Status of the results: visible when the list is empty, always announced. */
export const PaletteStatus = (props: PaletteStatusProps) => {
  const { frame, view, items, highlighted, isAwaiting, preview, waitingFor, tried } = props
  const { t, search } = view
  const message = items.length > 0 ? null : emptyMessage(props)
  const failure = search.failure ? searchFailure(view) : null
  return (
    <>
      {message?.isPending && (
        <Command.Loading label={message.text} className={emptyClass}>
          <p className="text-ink-muted">{message.text}</p>
        </Command.Loading>
      )}
      {message?.isPending === false && (
        <Command.Empty className={emptyClass}>
          <p className="text-ink-muted">{message.text}</p>
          {frame.page.kind === 'root' && !isAwaiting && !search.failure && (
            <p className="mt-1 text-sm text-ink-faint">{t('palette:emptyHint')}</p>
          )}
        </Command.Empty>
      )}
      {items.length > 0 && (failure !== null || waitingFor !== null) && (
        <p className="border-t border-line px-4 py-2 text-sm text-ink-muted">
          {failure ?? t('palette:waiting', { number: waitingFor ?? 0 })}
        </p>
      )}
      <div id="palette-status" role="status" aria-live="polite" className="sr-only">
        {useSettled(
          () => spokenOf(props),
          [frame, view, items, highlighted, isAwaiting, preview, waitingFor],
        )}
      </div>
      <div role="alert" className="sr-only">
        {/* Repeats the refusal: otherwise Enter would seem to do nothing. */}
        {tried && highlighted?.refusal && `${highlighted.title}. ${refusalWords(highlighted.refusal, t)}`}
      </div>
    </>
  )
}

const emptyClass = 'px-4 py-6 text-center'

const spokenOf = (props: PaletteStatusProps): string => {
  const { frame, view, items, highlighted, preview, waitingFor } = props
  const { t, search } = view
  const message = items.length > 0 ? null : emptyMessage(props)
  const failure = search.failure ? searchFailure(view) : null
  const isNewPage = frame.query === '' && (frame.page.kind !== 'root' || frame.scope !== null)
  return [
    isNewPage && fieldName(frame, view),
    message?.text ?? t('palette:count', { count: items.length }),
    highlighted && customerSpoken(highlighted, frame, view),
    preview?.report && reportWords(preview.report, t),
    preview?.failed && failureWords(preview.failed, t),
    message?.text === failure ? null : failure,
    waitingFor !== null && t('palette:waiting', { number: waitingFor }),
  ]
    .filter(Boolean)
    .join('. ')
}

const searchFailure = ({ t, search }: PaletteView): string =>
  t(search.failure?.code === 'OFFLINE' ? 'palette:searchOffline' : 'palette:searchFailed')

/** `isPending`: results may still arrive. */
type EmptyMessage = { text: string; isPending: boolean }

const emptyMessage = (props: PaletteStatusProps): EmptyMessage => {
  const { frame, view, waitingFor, isAwaiting, isUnreadable } = props
  const { page, query } = frame
  const { t, search } = view
  const pending = (text = t('palette:searching')): EmptyMessage => ({ text, isPending: true })
  const settled = (text: string): EmptyMessage => ({ text, isPending: false })
  const sum = page.kind === 'root' ? calculation(readInput(query), view) : null
  if (sum?.message) return settled(sum.message)
  if (page.kind === 'record' && query.trim() === '') {
    return isUnreadable ? settled(t('palette:recordFailed')) : pending()
  }
  if (waitingFor !== null) return pending(t('palette:waiting', { number: waitingFor }))
  if (isAwaiting) return pending()
  if (search.failure) return settled(searchFailure(view))
  if (page.kind === 'argument') {
    const phase = argumentPhase(frame, view)
    if (phase === 'loading') return pending()
    if (phase === 'failed') return settled(t('palette:choicesFailed'))
    return settled(t(query.trim() === '' ? untypedKey(frame, view) : 'palette:emptyChoice'))
  }
  if (page.kind === 'customer' && view.customers.read(page.phone).phase === 'loading') return pending()
  return settled(t('palette:empty', { query: query.trim() }))
}

/** What an argument page without rows asks for before anything is typed. */
const untypedKey = ({ page }: PaletteFrame, { registry }: PaletteView): string => {
  const command = page.kind === 'argument' ? registry.get(page.invocation.command) : undefined
  const argument = command && page.kind === 'argument' ? argumentOf(command, page.name) : null
  if (argument?.kind !== 'choice' || argument.maxLength !== undefined) return 'palette:typeText'
  return argument.noneKey ?? 'palette:noChoices'
}

/** Loading state of an argument page's choices. */
export const argumentPhase = (
  { page }: PaletteFrame,
  { registry, choicePhase }: PaletteView,
): ChoiceState['phase'] => {
  if (page.kind !== 'argument') return 'ready'
  const command = registry.get(page.invocation.command)
  const argument = command && argumentOf(command, page.name)
  return command && argument ? choicePhase(command, argument) : 'ready'
}

/** Summary of the row's or page's customer. */
const customerSpoken = ({ act }: PaletteItem, { page }: PaletteFrame, { customers, t }: PaletteView) => {
  const shown = act.kind === 'page' ? act.page : page
  if (shown.kind !== 'customer') return null
  const { customer } = customers.read(shown.phone)
  return customer && `${customer.name}, ${customerSentence(customer, t)}`
}

/** Debounced announcement, recomputed when its dependencies change. */
function useSettled(say: () => string, about: readonly unknown[]): string {
  const [settled, setSettled] = useState('')
  const settle = useEffectEvent(() => setSettled(say()))
  useEffect(() => {
    const timer = setTimeout(() => settle(), ANNOUNCE_AFTER_MS)
    return () => clearTimeout(timer)
    // biome-ignore lint/correctness/useExhaustiveDependencies: the caller's dependencies.
  }, about)
  return settled
}
