import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { hasCamera } from './read-frame.ts'

/** Why there is no picture; each has its text under `camera:failed`. */
export type CameraFailure = 'refused' | 'none' | 'busy' | 'insecure'

export type CameraState =
  | { phase: 'starting' }
  | { phase: 'live'; torch: boolean }
  | { phase: 'failed'; reason: CameraFailure }

type Torch = { torch?: boolean }

export type Camera = {
  video: RefObject<HTMLVideoElement | null>
  /** `torch`: it has a lamp. */
  state: CameraState
  retry: () => void
  setTorch: (isOn: boolean) => void
}

/** The rear camera in a video element, for as long as the component is mounted. */
export const useCamera = (): Camera => {
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
    // A phone in a pocket does not film: the picture comes back with the page.
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

/** The errors of `getUserMedia`; any other is of a camera that gives no picture. */
const reasons: Partial<Record<string, CameraFailure>> = {
  NotAllowedError: 'refused',
  SecurityError: 'insecure',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
}

const reasonOf = (error: unknown): CameraFailure =>
  (error instanceof DOMException ? reasons[error.name] : undefined) ?? 'busy'
