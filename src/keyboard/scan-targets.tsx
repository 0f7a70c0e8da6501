import { createContext, type ReactNode, useContext, useEffectEvent, useLayoutEffect } from 'react'
import type { SearchHit } from '../../domain/changes/changes.ts'

/** A part of the screen that takes the record of a scan, such as a field that asks for one. */
export type ScanTarget = {
  /** Whether what is scanned at this moment is for it. */
  isFocused: () => boolean
  /** Takes the record; false where it is not one that this part is for. */
  take: (hit: SearchHit) => boolean | Promise<boolean>
  /** Takes the digits before anybody reads what they name, right or wrong; false leaves them to the target below. */
  takeCode?: (code: string) => boolean
}

/** The parts of the screen that take scans: where several have the focus, the one that came last. */
export const createScanTargets = () => {
  let targets: readonly ScanTarget[] = []
  return {
    /** @returns removes it */
    add: (target: ScanTarget): (() => void) => {
      targets = [...targets, target]
      return () => {
        targets = targets.filter((other) => other !== target)
      }
    },
    /** Whether it is still on the screen. */
    has: (target: ScanTarget): boolean => targets.includes(target),
    /** Offers the digits to the focused targets from the top, as far as the first that takes records alone. */
    takeCode: (code: string): boolean => {
      for (const target of targets.toReversed()) {
        if (!target.isFocused()) continue
        if (target.takeCode === undefined) return false
        if (target.takeCode(code)) return true
      }
      return false
    },
    focused: (): ScanTarget | null => targets.findLast((target) => target.isFocused()) ?? null,
  }
}

export type ScanTargets = ReturnType<typeof createScanTargets>

const ScanTargetsContext = createContext<ScanTargets | null>(null)

export const ScanTargetsProvider = ({ targets, children }: { targets: ScanTargets; children: ReactNode }) => (
  <ScanTargetsContext value={targets}>{children}</ScanTargetsContext>
)

/** Takes scans while the component is mounted. Nothing is scanned where there is no provider, as in other pages. */
export const useScanTarget = (target: ScanTarget): void => {
  const targets = useContext(ScanTargetsContext)
  const isFocused = useEffectEvent(target.isFocused)
  const take = useEffectEvent(target.take)
  const takeCode = useEffectEvent((code: string) => target.takeCode?.(code) ?? false)
  const takesCodes = target.takeCode !== undefined
  // Before it is painted: what is scanned as soon as it is seen is for it.
  useLayoutEffect(
    () =>
      targets?.add({
        isFocused: () => isFocused(),
        take: (hit) => take(hit),
        ...(takesCodes ? { takeCode: (code) => takeCode(code) } : {}),
      }),
    [targets, takesCodes],
  )
}
