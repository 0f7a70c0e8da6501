import { readSpacing, wholeWait } from '../../../domain/calls/policy-texts.ts'
import type { Translate } from '../../i18n/i18n.ts'

/** The stored waits of a policy in the reader's words, as `readSpacing` reads them; texts: `call-policies`. */
export const spacingWords = (spacing: string, t: Translate): string =>
  (readSpacing(spacing) ?? [])
    .map((wait) => {
      if (wait === 'morning') return t('call-policies:waits.morning')
      const { unit, n } = wholeWait(wait)
      return t(`call-policies:waits.${unit}`, { n })
    })
    .join(', ')
