import { createContext, type ReactNode, useContext, useEffectEvent, useLayoutEffect } from 'react'
import type { SearchHit } from '../../domain/changes/changes.ts'

/** A component that accepts scans, such as a field for a record. */
export type ScanTarget = {
  /** Whether scans go to it now. */
  isFocused: () => boolean
  /** Accepts the record; false if it is not for this target. */
  take: (hit: SearchHit) => boolean | Promise<boolean>
  /** Accepts the raw digits before they are looked up; false passes them to the target below. */
  takeCode?: (code: string) => boolean
  /** Scans reach it past everything open above that asks for records only: a scan session, whatever is asked meanwhile. */
  isSession?: boolean
  /** Whether a code is more likely than a typed digit: one whose keys come slowly counts too. */
  awaitsCode?: () => boolean
}

/** Registered scan targets; of several focused ones, the last registered wins. */
export const createScanTargets = () => {
  let targets: readonly ScanTarget[] = []
  /** Codes for the session whose screen is loading. */
  let held: readonly string[] = []
  return {
    /** @returns unregister */
    add: (target: ScanTarget): (() => void) => {
      targets = [...targets, target]
      if (target.isSession && held.length > 0) {
        const codes = held
        held = []
        for (const code of codes) target.takeCode?.(code)
      }
      return () => {
        targets = targets.filter((other) => other !== target)
      }
    },
    has: (target: ScanTarget): boolean => targets.includes(target),
    /** Holds the digits for the next session. */
    hold: (code: string): void => {
      held = [...held, code]
    },
    /** Offers the digits to focused targets from the top, down to a session or the first that only accepts records. */
    takeCode: (code: string): boolean => {
      const isInSession = targets.some(({ isSession }) => isSession)
      for (const target of targets.toReversed()) {
        if (!target.isFocused()) continue
        if (target.takeCode === undefined && !isInSession) return false
        if (target.takeCode?.(code)) return true
      }
      return false
    },
    awaitsCode: (): boolean => targets.some((target) => target.awaitsCode?.() === true),
    focused: (): ScanTarget | null => targets.findLast((target) => target.isFocused()) ?? null,
  }
}

export type ScanTargets = ReturnType<typeof createScanTargets>

const ScanTargetsContext = createContext<ScanTargets | null>(null)

export const ScanTargetsProvider = ({ targets, children }: { targets: ScanTargets; children: ReactNode }) => (
  <ScanTargetsContext value={targets}>{children}</ScanTargetsContext>
)

/** Registers a scan target while mounted; does nothing without a provider. */
export const useScanTarget = (target: ScanTarget): void => {
  const targets = useContext(ScanTargetsContext)
  const isFocused = useEffectEvent(target.isFocused)
  const take = useEffectEvent(target.take)
  const takeCode = useEffectEvent((code: string) => target.takeCode?.(code) ?? false)
  const awaitsCode = useEffectEvent(() => target.awaitsCode?.() ?? false)
  const takesCodes = target.takeCode !== undefined
  const { isSession } = target
  // A layout effect: registered before the first paint.
  useLayoutEffect(
    () =>
      targets?.add({
        isFocused: () => isFocused(),
        take: (hit) => take(hit),
        isSession,
        awaitsCode: () => awaitsCode(),
        ...(takesCodes ? { takeCode: (code) => takeCode(code) } : {}),
      }),
    [targets, takesCodes, isSession],
  )
}
