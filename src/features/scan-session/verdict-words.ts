import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { LastScan, Scan } from '../../../machines/scan-session/scan-session-types.ts'
import type { Tone } from '../../ui/feedback/tone.ts'
import type { IconName } from '../../ui/icons/icon-set.ts'

export type VerdictWords = {
  tone: Tone
  icon: IconName
  /** Yes, no, unknown, twice, waiting. */
  title: string
  /** Why not. */
  detail: string | null
}

const looks = {
  yes: { tone: 'success', icon: 'circle-check' },
  no: { tone: 'danger', icon: 'octagon-x' },
  unknown: { tone: 'attention', icon: 'help' },
  waiting: { tone: 'neutral', icon: 'hourglass' },
  twice: { tone: 'warning', icon: 'repeat' },
} as const satisfies Record<string, Pick<VerdictWords, 'tone' | 'icon'>>

/** A verdict as everybody reads and hears it; of the last scan also that it was scanned before. */
export const useVerdictWords = () => {
  const { t } = useTranslation(['scan-session', 'shippings', 'errors'])
  return useCallback(
    (last: LastScan | null, scan: Scan | undefined): VerdictWords => {
      if (last?.kind === 'full') return { ...looks.no, title: t('verdict.no'), detail: t('full') }
      if (scan === undefined) return { ...looks.waiting, title: t('ready'), detail: null }
      const { verdict } = scan
      if (last?.kind === 'twice')
        return { ...looks.twice, title: t('verdict.twice'), detail: t('twiceDetail') }
      const look = looks[verdict.kind]
      const title = t(`verdict.${verdict.kind}`)
      if (verdict.kind === 'no') {
        const { code } = verdict
        const status = scan.parcel === null ? '' : t(`shippings:status.${scan.parcel.status}`)
        const reason = isSpokenHere(code) ? t(`refusal.${code}`, { status }) : t(`errors:${code}`)
        return { ...look, title: verdict.isMoved ? t('verdict.moved') : title, detail: reason }
      }
      if (verdict.kind === 'unknown') return { ...look, title, detail: t(`unknown.${verdict.reason}`) }
      return { ...look, title, detail: null }
    },
    [t],
  )
}

/** Refusals whose usual texts advise what cannot be done with a scanner in hand. */
const spokenHere = [
  'ALREADY_THERE',
  'NO_SUCH_TRANSITION',
  'SHIPPING_IS_OUT',
  'DELIVERY_GUY_NOT_FOUND',
] as const

const isSpokenHere = (code: string): code is (typeof spokenHere)[number] =>
  (spokenHere as readonly string[]).includes(code)
