import { memo } from 'react'
import { cx } from '../ui/cx.ts'
import { Icon } from '../ui/icons/icon.tsx'
import { Keycap } from '../ui/kbd/keycap.tsx'
import { DryRunProgress } from './palette-confirm.tsx'
import type { Translate } from './results/command-item.ts'
import type { ItemAct } from './results/palette-item.ts'
import type { PaletteProps } from './results/palette-view.ts'
import { failureWords, reportWords } from './results/wording.ts'
import type { InlinePreview } from './use-item-action.ts'

type PaletteFooterProps = {
  /** What Enter does; null if nothing. */
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

/** The dry run of the highlighted command, then the keys that work here. */
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
            <DryRunProgress label={t('palette:preview.loading')} dryRuns={dryRuns} />
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
