import type { Platform } from './keycaps.ts'
import type { LayoutMap } from './layouts.ts'

type KeyboardNavigator = Navigator & {
  keyboard?: { getLayoutMap?: () => Promise<Iterable<readonly [string, string]>> }
  userAgentData?: { platform?: string }
}

/** Whose keycaps to print. */
export function currentPlatform(navigator: Navigator): Platform {
  const { userAgentData, platform } = navigator as KeyboardNavigator
  return /mac|iphone|ipad/i.test(userAgentData?.platform ?? platform) ? 'mac' : 'other'
}

/** The layout as the browser tells it; empty where it does not (Firefox, Safari, a frame without permission). */
export async function reportedLayout(navigator: Navigator): Promise<LayoutMap> {
  try {
    return new Map((await (navigator as KeyboardNavigator).keyboard?.getLayoutMap?.()) ?? [])
  } catch {
    return new Map()
  }
}
