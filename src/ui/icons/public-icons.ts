import { type ComponentType, lazy } from 'react'
import { importWithRetry } from '../../lazy/import-with-retry.ts'
import { firstIcons } from './first-icons.ts'
import type { LoadedIcons } from './icon.tsx'
import type { OtherIconProps } from './other-icon.tsx'

/** The icons of public pages: a few at once, any other with the whole set. Where that cannot be loaded, nothing is drawn. */
export const publicIcons: LoadedIcons = {
  icons: firstIcons,
  Other: lazy<ComponentType<OtherIconProps>>(() =>
    importWithRetry(() => import('./other-icon.tsx')).catch(() => ({ default: () => null })),
  ),
}
