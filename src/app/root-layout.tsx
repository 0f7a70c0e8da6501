import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  Outlet,
  ScrollRestoration,
  useLocation,
  useNavigate,
  useNavigation,
  useRouteError,
} from 'react-router-dom'
import { BrokenCard, BrokenScreen } from '../features/site/notice-frame.tsx'
import { changeLanguage } from '../i18n/i18n.ts'
import { LanguagesMenu } from '../layouts/language-picker.tsx'
import { importWithRetry } from '../lazy/import-with-retry.ts'
import { ErrorState, Skeleton } from '../ui/feedback/screen-states.tsx'

export const RootLayout = () => (
  <>
    <NavigationProgress />
    <Suspense fallback={<Skeleton className="p-6" lines={3} />}>
      <Outlet />
    </Suspense>
    <ScrollRestoration />
  </>
)

/** Progress bar while a lazy screen loads. */
const NavigationProgress = () =>
  useNavigation().state === 'loading' && <div aria-hidden="true" className="navigation-progress" />

/** Error boundary of a page; looks like /error-500. */
export const PageError = () => {
  const { error, retry } = useRouteFailure()
  if (error instanceof ScreenNotLoaded) return <ScreenMissing />
  return <BrokenScreen onRetry={retry} language={<LanguagesMenu change={changeLanguage} />} />
}

/** Error boundary of a screen; the console's frame stays usable. */
export const ScreenError = () => {
  const { error, retry } = useRouteFailure()
  return error instanceof ScreenNotLoaded ? <ScreenMissing /> : <BrokenCard onRetry={retry} />
}

/** Navigating to the same URL also resets the boundary. */
const useRouteFailure = () => {
  const error = useRouteError()
  const navigate = useNavigate()
  const { pathname, search, hash, state } = useLocation()
  const retry = () => void navigate({ pathname, search, hash }, { replace: true, state })
  return { error, retry }
}

/**
 * The import was already retried. A newer build has other file names, so only a reload helps; it waits until the server
 * answers, so that the frame is not replaced by a browser error.
 */
const ScreenMissing = () => {
  const { t } = useTranslation('public')
  const [isRetrying, setRetrying] = useState(false)
  const retry = async () => {
    setRetrying(true)
    const isReachable = await fetch(location.href, { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReachable) location.reload()
    else setRetrying(false)
  }
  return (
    <ErrorState
      level={1}
      tone="warning"
      title={t('chunk.title')}
      detail={t('chunk.detail')}
      action={{
        label: t(isRetrying ? 'chunk.pending' : 'chunk.retry'),
        keys: 'Enter',
        icon: 'refresh',
        pending: isRetrying,
        takesFocus: true,
        onPress: () => void retry(),
      }}
    />
  )
}

/** Timeout for loading a screen's code, in milliseconds. */
export const SCREEN_TIMEOUT_MS = 120_000

/** A screen's code could not be loaded: timeout, offline, or a newer build. */
export class ScreenNotLoaded extends Error {
  override readonly name = 'ScreenNotLoaded'
}

/** Imports a route module. @throws ScreenNotLoaded after 120 s, or when all retries failed */
export const loadScreen = async <Module,>(load: () => Promise<Module>): Promise<Module> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ScreenNotLoaded(`no answer within ${SCREEN_TIMEOUT_MS / 1000} s`)),
      SCREEN_TIMEOUT_MS,
    )
  })
  try {
    return await Promise.race([importWithRetry(load), timeout])
  } catch (error) {
    throw error instanceof ScreenNotLoaded ? error : new ScreenNotLoaded(String(error), { cause: error })
  } finally {
    clearTimeout(timer)
  }
}
