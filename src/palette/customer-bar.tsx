import { formatPhone } from '../../domain/lib/phone-format.ts'
import type { PalettePage } from '../../machines/palette/palette-types.ts'
import type { PaletteView } from './palette-view.ts'
import { customerSentence } from './results/customer-sections.ts'

type CustomerBarProps = { page: Extract<PalettePage, { kind: 'customer' }>; view: PaletteView }

/** Whose page it is, in a line: it stands on narrow screens too, where there is no pane. */
export const CustomerBar = ({ page, view: { t, customers } }: CustomerBarProps) => {
  const { phase, customer } = customers.read(page.phone)
  return (
    <p className="figures flex flex-wrap gap-x-2 border-b border-line bg-surface px-4 py-2 text-sm">
      <span className="font-medium whitespace-nowrap">{formatPhone(page.phone)}</span>
      <span className="text-ink-muted">
        {customer && customerSentence(customer, t)}
        {phase === 'unknown' && t('customers:unknown')}
        {phase === 'failed' && t('customers:failed')}
      </span>
    </p>
  )
}
