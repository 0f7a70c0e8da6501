import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { Keycap } from './keycaps.ts'
import { useKeycaps } from './use-keycaps.ts'

/** The keys of a binding as keycaps: `Ctrl` `K`, `G` then `O`. */
export function KeyHint({ keys, className = '' }: { keys: string; className?: string }) {
  const { t } = useTranslation('keyboard')
  const steps = useKeycaps().print(keys)
  return (
    <span className={`inline-flex items-center gap-1 ${className}`}>
      {steps.map((caps, step) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps have no identity but their place
        <Fragment key={step}>
          {step > 0 && <span className="text-2xs text-ink-faint">{t('then')}</span>}
          {caps.map((cap) => (
            <Cap key={cap.text} {...cap} />
          ))}
        </Fragment>
      ))}
    </span>
  )
}

function Cap({ text, own }: Keycap) {
  return (
    <kbd className="inline-flex h-5 min-w-5 items-center justify-center gap-0.5 rounded-sm border border-line-strong bg-surface px-1 font-sans text-2xs text-ink-muted">
      {text}
      {own && <span className="text-ink-faint">{own}</span>}
    </kbd>
  )
}
