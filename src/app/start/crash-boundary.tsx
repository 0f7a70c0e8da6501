import type { ReactNode } from 'react'
import { BrokenCard, BrokenScreen } from '../../features/public/broken-screen.tsx'
import { changeLanguage } from '../../i18n/i18n.ts'
import { LanguagesMenu } from '../../layouts/languages-menu.tsx'
import { useLocation } from '../../router/router.tsx'
import { ErrorBoundary } from '../../ui/told/error-boundary.tsx'

type CrashBoundaryProps = {
  /** Stands inside the console's frame, which is still there. */
  isFramed?: boolean
  children: ReactNode
}

/** A crash of whatever stands inside looks like /error-500, until one goes elsewhere or tries again. */
export const CrashBoundary = ({ isFramed = false, children }: CrashBoundaryProps) => {
  const { pathname } = useLocation()
  return (
    <ErrorBoundary
      resetKey={pathname}
      fallback={(_, retry) =>
        isFramed ? (
          <BrokenCard onRetry={retry} />
        ) : (
          <BrokenScreen onRetry={retry} language={<LanguagesMenu change={changeLanguage} />} />
        )
      }
    >
      {children}
    </ErrorBoundary>
  )
}
