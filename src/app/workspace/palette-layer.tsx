import { useAtom } from '@xstate/store-react'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { preloadTexts } from '../../i18n/i18n.ts'
import { KeyBufferFallback } from '../../keyboard/key-buffer.tsx'
import { useKeyContext } from '../../keyboard/use-keyboard.tsx'
import { importWithRetry } from '../../lazy/import-with-retry.ts'
import { whenIdle } from '../../lazy/lazy-with-preload.tsx'
import type { ConsoleParts } from './create-workspace.ts'

/** The palette, preloaded when idle. Key events are buffered while it loads; Escape cancels. */
export const PaletteLayer = ({ parts }: { parts: ConsoleParts }) => {
  const { request, cancel } = parts.palette.opener
  const isRequested = useAtom(request) !== null
  const [isWanted, setWanted] = useState(false)
  const [WorkspacePalette, setPalette] = useState(lazyPalette)
  useEffect(() => whenIdle(() => setWanted(true)), [])
  useKeyContext('palette', isRequested)
  if (isRequested && !isWanted) setWanted(true)
  if (!isWanted) return null
  return (
    <Suspense fallback={isRequested && <KeyBufferFallback onEscape={cancel} />}>
      <WorkspacePalette
        parts={parts}
        onLoadFailed={() => {
          if (request.get() !== null) {
            parts.workspace.ports.notify({ tone: 'danger', titleKey: 'public:chunk.title' })
          }
          cancel()
          setWanted(false)
          setPalette(lazyPalette)
        }}
      />
    </Suspense>
  )
}

type LayerProps = { parts: ConsoleParts; onLoadFailed: () => void }

/** `React.lazy` caches a failure, so a new one is created for a retry. */
const lazyPalette = () =>
  lazy<ComponentType<LayerProps>>(() =>
    Promise.all([importWithRetry(() => import('./workspace-palette.tsx')), preloadTexts()])
      .then(([module]) => module)
      .catch(() => ({ default: LoadFailed })),
  )

const LoadFailed = ({ onLoadFailed }: LayerProps) => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it failed once.
  useEffect(() => onLoadFailed(), [])
  return null
}
