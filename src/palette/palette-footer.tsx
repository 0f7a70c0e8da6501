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
    <footer className="border-t border-line bg-surface text-xs text-ink-muted">
      {preview && <Foretold preview={preview} t={t} />}
      <div className="hidden min-h-9 items-center justify-end gap-3 px-3.5 py-1.5 sm:flex">
        {canRun && <Hint keys="Enter" text={t(`palette:hint.${verbs[highlighted.act.kind]}`)} />}
        {highlighted?.act.kind === 'open' && !isDeep && <Hint keys="Tab" text={t('palette:hint.actions')} />}
        <Hint keys="Escape" text={t(isDeep ? 'palette:hint.back' : 'palette:hint.close')} />
      </div>
    </footer>
  )
}

const Foretold = ({ preview, t }: { preview: NonNullable<InlinePreview>; t: Translate }) => {
  const { report, failed } = preview
  if (report === null) {
    return (
      <p className={cx(lineClass, failed && 'text-warning')}>
        {t(failed ? 'palette:preview.failed' : 'palette:preview.loading')}
      </p>
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
