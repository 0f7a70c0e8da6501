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

/** What every route has around it. */
export const RootLayout = () => (
  <>
    <NavigationProgress />
    <Suspense fallback={<Skeleton className="p-6" lines={3} />}>
      <Outlet />
    </Suspense>
    <ScrollRestoration />
  </>
)

/** A bar at the top edge while the next screen loads; a screen that is loaded already opens without it. */
const NavigationProgress = () =>
  useNavigation().state === 'loading' && <div aria-hidden="true" className="navigation-progress" />

/** Error boundary of a whole page: a crash looks like /error-500. */
export const PageError = () => {
  const { error, retry } = useRouteFailure()
  if (error instanceof ScreenNotLoaded) return <ScreenMissing />
  return <BrokenScreen onRetry={retry} language={<LanguagesMenu change={changeLanguage} />} />
}

/** Error boundary of a screen inside the console's frame, which stays usable. */
export const ScreenError = () => {
  const { error, retry } = useRouteFailure()
  return error instanceof ScreenNotLoaded ? <ScreenMissing /> : <BrokenCard onRetry={retry} />
}

/** A navigation to the same address resets the route's boundary, as any other navigation does. */
const useRouteFailure = () => {
  const error = useRouteError()
  const navigate = useNavigate()
  const { pathname, search, hash, state } = useLocation()
  const retry = () => void navigate({ pathname, search, hash }, { replace: true, state })
  return { error, retry }
}

/**
 * The import has been retried already. A newer build has other file names, so only a reload is sure to get the screen;
 * reloads once the server answers, because while it does not, the frame on screen is worth more than a browser error.
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

/** Timeout of a screen's code (docs/domain.md#limits-of-the-console). */
export const SCREEN_TIMEOUT_MS = 120_000

/** The code of a screen could not be fetched: timeout, offline, or replaced by a newer build. */
export class ScreenNotLoaded extends Error {
  override readonly name = 'ScreenNotLoaded'
}

/** Imports a route module for `lazy`. @throws ScreenNotLoaded after 120 s, or when every retry failed */
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
