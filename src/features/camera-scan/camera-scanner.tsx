import {
  type FormEvent,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { readKey } from '../../../domain/lib/typed/read-key.ts'
import { typedShippingCode } from '../../../domain/scans/scan-code.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { ModalOverlay } from '../../ui/overlay/modal-overlay.tsx'
import { createFrameReader, hasCamera } from './read-frame.ts'

/** Why the camera failed; texts: `camera:failed`. */
type CameraFailure = 'refused' | 'none' | 'busy' | 'insecure'

type CameraState =
  | { phase: 'starting' }
  | { phase: 'live'; torch: boolean }
  | { phase: 'failed'; reason: CameraFailure }

type Torch = { torch?: boolean }

type Camera = {
  video: RefObject<HTMLVideoElement | null>
  /** `torch`: the camera has a light. */
  state: CameraState
  retry: () => void
  setTorch: (isOn: boolean) => void
}

/** Streams the rear camera into a video element while mounted. */
const useCamera = (): Camera => {
  const video = useRef<HTMLVideoElement>(null)
  const track = useRef<MediaStreamTrack | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<CameraState>({ phase: 'starting' })

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt opens the camera anew.
  useEffect(() => {
    let stream: MediaStream | null = null
    let isOver = false
    const close = () => {
      for (const one of stream?.getTracks() ?? []) one.stop()
    }
    const open = async () => {
      stream = await openCamera()
      const element = video.current
      if (isOver || element === null) return close()
      track.current = stream.getVideoTracks()[0] ?? null
      element.srcObject = stream
      await element.play()
      const { torch = false } = (track.current?.getCapabilities?.() ?? {}) as Torch
      if (!isOver) setState({ phase: 'live', torch })
    }
    setState({ phase: 'starting' })
    open().catch((error: unknown) => {
      close()
      if (!isOver) setState({ phase: 'failed', reason: reasonOf(error) })
    })
    // Stops the camera while the page is hidden.
    const onVisibility = () => {
      if (document.hidden) {
        isOver = true
        close()
      } else if (isOver) setAttempt((before) => before + 1)
    }
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      isOver = true
      track.current = null
      document.removeEventListener('visibilitychange', onVisibility)
      close()
    }
  }, [attempt])

  return {
    video,
    state,
    retry: useCallback(() => setAttempt((before) => before + 1), []),
    setTorch: useCallback((torch: boolean) => {
      const advanced: (MediaTrackConstraintSet & Torch)[] = [{ torch }]
      void track.current?.applyConstraints({ advanced }).catch(() => undefined)
    }, []),
  }
}

const openCamera = async (): Promise<MediaStream> => {
  if (!hasCamera()) throw new DOMException('', isSecureContext ? 'NotFoundError' : 'SecurityError')
  return navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
  })
}

/** Errors of `getUserMedia`; all others mean that the camera gives no picture. */
const reasons: Partial<Record<string, CameraFailure>> = {
  NotAllowedError: 'refused',
  SecurityError: 'insecure',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
}

const reasonOf = (error: unknown): CameraFailure =>
  (error instanceof DOMException ? reasons[error.name] : undefined) ?? 'busy'

type CameraScannerProps = {
  title: string
  /** Called for each new code; returns a message if it matches nothing, null if accepted. */
  onCode: (code: string) => string | null
  onClose: () => void
}

/** Full-screen camera scanner. A code that stays in view is read once. Without a camera the number of a parcel is typed. */
const CameraScanner = ({ title, onCode, onClose }: CameraScannerProps) => {
  const { t } = useTranslation(['camera', 'common'])
  const titleId = useId()
  const { video, state, retry, setTorch } = useCamera()
  const [isLit, setLit] = useState(false)
  const [message, setMessage] = useState<string | null>(null)
  const [hasDecoder, setHasDecoder] = useState(true)
  const take = useEffectEvent((code: string): boolean => {
    const problem = onCode(readKey(code))
    setMessage(problem)
    return problem === null
  })
  const [typed, setTyped] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() !== '') take(typedShippingCode(typed))
  }
  const isLive = state.phase === 'live'

  useEffect(() => {
    if (!isLive) return
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let last: string | null = null
    const watch = async () => {
      const readFrame = await createFrameReader()
      const look = async () => {
        const element = video.current
        const codes = element === null ? [] : await readFrame(element)
        if (isOver) return
        const code = codes.find((one) => one !== last)
        if (code !== undefined) {
          last = code
          if (take(code)) return
        }
        timer = setTimeout(look, PAUSE_MS)
      }
      await look()
    }
    watch().catch(() => {
      if (!isOver) setHasDecoder(false)
    })
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isLive, video])

  const tryAgain = () => {
    setHasDecoder(true)
    setMessage(null)
    retry()
  }
  const failure = state.phase === 'failed' ? state.reason : hasDecoder ? null : 'noDecoder'
  const words =
    message ??
    (failure !== null ? t(`camera:failed.${failure}`) : t(isLive ? 'camera:hint' : 'camera:starting'))
  return (
    <ModalOverlay
      onClose={onClose}
      closesOnPressOutside={false}
      aria-labelledby={titleId}
      overlayClassName="z-40"
      className="flex h-dvh w-full flex-col bg-raised text-ink"
    >
      <header className="flex shrink-0 items-center justify-between gap-3 px-4 py-3">
        <h2 id={titleId} className="text-lg font-semibold">
          {title}
        </h2>
        <IconButton icon="x" size="lg" label={t('common:close')} keys="Escape" onClick={onClose} />
      </header>
      <div className="relative min-h-0 flex-1 bg-canvas">
        <video
          ref={video}
          muted
          playsInline
          aria-label={t('camera:picture')}
          className={isLive ? 'size-full object-cover' : 'size-full object-cover opacity-0'}
        />
        {failure !== null && (
          <form
            onSubmit={submit}
            className="absolute inset-x-6 top-1/2 mx-auto flex max-w-100 -translate-y-1/2 items-end gap-2"
          >
            <Field label={t('camera:typed.label')} className="min-w-0 flex-1">
              <TextInput
                size="lg"
                icon="pencil"
                inputMode="numeric"
                maxLength={40}
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            </Field>
            <Button type="submit" variant="primary" size="lg">
              {t('camera:typed.find')}
            </Button>
          </form>
        )}
        {isLive && (
          <div
            aria-hidden="true"
            className="pointer-events-none absolute inset-x-6 top-1/2 mx-auto h-40 max-w-120 -translate-y-1/2 rounded-lg border-2 border-raised outline-2 outline-ink"
          />
        )}
      </div>
      <footer className="flex min-h-20 shrink-0 flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-3">
        <p role="status" className="min-w-0 flex-1 text-balance">
          {words}
        </p>
        {failure !== null && (
          <Button icon="refresh" onClick={tryAgain}>
            {t('camera:retry')}
          </Button>
        )}
        {state.phase === 'live' && state.torch && (
          <Button
            icon="zap"
            aria-pressed={isLit}
            onClick={() => {
              setTorch(!isLit)
              setLit(!isLit)
            }}
          >
            {t(isLit ? 'camera:torchOff' : 'camera:torchOn')}
          </Button>
        )}
      </footer>
    </ModalOverlay>
  )
}

/** Milliseconds between frames: responsive without heating the phone. */
const PAUSE_MS = 120

export default CameraScanner
