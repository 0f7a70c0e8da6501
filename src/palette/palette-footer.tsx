import type { PaletteFrame } from '../../machines/palette/palette-types.ts'
import { cx } from '../ui/cx.ts'
import { Icon } from '../ui/icon.tsx'
import { Keycap } from '../ui/keycap.tsx'
import type { Translate } from './command-item.ts'
import type { ItemAct, PaletteItem } from './palette-item.ts'
import type { PaletteView } from './palette-view.ts'
import { reportWords } from './report-words.ts'
import type { InlinePreview } from './use-inline-preview.ts'

type PaletteFooterProps = {
  frame: PaletteFrame
  view: PaletteView
  highlighted: PaletteItem | undefined
  preview: InlinePreview
}

const verbs: Record<ItemAct['kind'], string> = {
  invoke: 'run',
  open: 'open',
  answer: 'choose',
  type: 'choose',
}

/** What Enter would do, in numbers where it would change records; then the keys that work here. */
export const PaletteFooter = ({ frame, view: { t }, highlighted, preview }: PaletteFooterProps) => {
  const isDeep = frame.page.kind !== 'root'
  const canRun = highlighted !== undefined && !highlighted.refusal
  return (
    <footer className="flex min-h-10 items-center gap-3 border-t border-line bg-surface px-3.5 py-1.5 text-xs text-ink-muted">
      <div className="min-w-0 flex-1">{preview && <Foretold preview={preview} t={t} />}</div>
      {canRun && <Hint keys="Enter" text={t(`palette:hint.${verbs[highlighted.act.kind]}`)} />}
      {highlighted?.act.kind === 'open' && !isDeep && <Hint keys="Tab" text={t('palette:hint.actions')} />}
      <Hint keys="Escape" text={t(isDeep ? 'palette:hint.back' : 'palette:hint.close')} />
    </footer>
  )
}

const Foretold = ({ preview, t }: { preview: NonNullable<InlinePreview>; t: Translate }) => {
  if (preview.failed) return <p className="truncate text-warning">{t('palette:preview.failed')}</p>
  const { report } = preview
  if (report === null) return <p className="truncate">{t('palette:preview.loading')}</p>
  const tone = report.counts.changed === 0 ? 'text-danger' : report.counts.refused > 0 && 'text-warning'
  return (
    <p className={cx('flex items-center gap-1.5 text-sm font-medium text-ink', tone)}>
      <Icon name={report.counts.changed === 0 ? 'ban' : 'list-checks'} size={14} />
      <span className="figures truncate" title={reportWords(report, t)}>
        {reportWords(report, t)}
      </span>
    </p>
  )
}

const Hint = ({ keys, text }: { keys: string; text: string }) => (
  <span className="hidden shrink-0 items-center gap-1.5 sm:flex">
    <Keycap keys={keys} />
    {text}
  </span>
)
