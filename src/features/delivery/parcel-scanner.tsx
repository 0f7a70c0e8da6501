import { useTranslation } from 'react-i18next'
import { decodeScan } from '../../../domain/scans/scan-code.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import CameraScanner from '../camera-scan/camera-scanner.tsx'
import { playSound } from '../scan-session/play-sound.ts'
import type { Delivery } from './optimistic-overlay.ts'

type ParcelScannerProps = {
  /** The whole round from this device; no request is made. */
  deliveries: readonly Delivery[]
  onFound: (id: string) => void
  onClose: () => void
}

/** Finds a parcel of the round by scanning its label. */
const ParcelScanner = ({ deliveries, onFound, onClose }: ParcelScannerProps) => {
  const { t } = useTranslation(['camera'])
  const { preferences } = useWorkspace()
  const find = (text: string): string | null => {
    const code = decodeScan(text)
    const found = deliveries.find(
      ({ shipping }) =>
        (code?.kind === 'shippings' && shipping.number === code.number) ||
        (code?.kind === 'orders' && shipping.orderNumber === code.number),
    )
    if (preferences.get().scanTones) playSound(found === undefined ? 'no' : 'yes')
    if (found !== undefined) {
      onFound(found.shipping.id)
      return null
    }
    return code?.kind === 'shippings' || code?.kind === 'orders'
      ? t(code.kind === 'orders' ? 'camera:orderNotHere' : 'camera:notHere', { number: code.number })
      : t('camera:notCode')
  }
  return <CameraScanner title={t('camera:title')} onCode={find} onClose={onClose} />
}

export default ParcelScanner
