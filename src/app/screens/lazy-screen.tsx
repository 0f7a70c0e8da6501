import { type ComponentType, lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { loadAhead } from '../../ui/late/late.tsx'
import { ErrorBoundary } from '../../ui/told/error-boundary.tsx'
import { Skeleton } from '../../ui/told/skeleton.tsx'
import { ChunkMissing, loadChunk } from './load-chunk.ts'

type Lateness = {
  /** Fetched when nothing else is to be done: one key away, it opens with that key. */
  isAhead?: boolean
  /** What stands first waits for none of what comes late. */
  isFirst?: boolean
}

/** A screen whose code is fetched when it is first opened. What does not come is said, and can be asked for again. */
export const lazyScreen = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { isAhead = false, isFirst = false }: Lateness = {},
): ComponentType<Props> => {
  let Here: ComponentType<Props> | null = null
  const fetchScreen = async () => {
    const loaded = await loadChunk(load, { isFirst })
    Here = loaded.default
    return loaded
  }
  if (isAhead) loadAhead(fetchScreen)
  const Screen = lazy(fetchScreen)
  return (props) => {
    const [Ready] = useState(() => Here)
    return (
      <ErrorBoundary fallback={whatIsMissing}>
        <Suspense fallback={<Skeleton className="p-6" lines={4} />}>
          {Ready !== null ? <Ready {...props} /> : <Screen {...props} />}
        </Suspense>
      </ErrorBoundary>
    )
  }
}

/** The same for a screen that is not its module's default, and that may know its records' type. */
export const screenOf = <Screen,>(load: () => Promise<Screen>, lateness: Lateness = {}): Screen =>
  lazyScreen(async () => ({ default: (await load()) as ComponentType<object> }), lateness) as Screen

/** A bug of the screen is not a chunk's: whoever stands above tells it. */
const whatIsMissing = (error: unknown) => {
  if (error instanceof ChunkMissing) return <MissingChunk />
  throw error
}

/**
 * It was asked for again by itself already. A newer version has other names: only a page that is loaded anew surely gets
 * the part. It is, once the server answers; while nobody does, what is on the screen is worth more than nothing.
 */
const MissingChunk = () => {
  const { t } = useTranslation('public')
  const [isAsking, setAsking] = useState(false)
  const retry = async () => {
    setAsking(true)
    const isAnswered = await fetch(location.href, { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isAnswered) location.reload()
    else setAsking(false)
  }
  return (
    <div role="alert" className="mx-auto flex w-full max-w-110 flex-col items-start gap-4 px-4 py-14">
      <div className="flex items-start gap-3">
        <span className="flex size-8 shrink-0 items-center justify-center rounded-md bg-warning-soft text-warning">
          <Icon name="wifi-off" />
        </span>
        <div className="pt-1">
          <h1 className="text-lg font-semibold text-balance">{t('chunk.title')}</h1>
          <p className="mt-1 text-pretty text-ink-muted">{t('chunk.detail')}</p>
        </div>
      </div>
      <Button variant="primary" icon="refresh" keys="Enter" autoFocus pending={isAsking} onClick={retry}>
        {t(isAsking ? 'chunk.pending' : 'chunk.retry')}
      </Button>
    </div>
  )
}
