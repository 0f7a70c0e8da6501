import { useEffectEvent, useLayoutEffect } from 'react'
import { attachScanDecoder } from './decode-scans.ts'

/** Calls `onScan` with the digits of each code that is scanned while it is mounted. Put it before what captures keys. */
export const ScanDecoder = ({ onScan }: { onScan: (digits: string) => void }) => {
  const scan = useEffectEvent(onScan)
  useLayoutEffect(() => attachScanDecoder((digits) => scan(digits)), [])
  return null
}
