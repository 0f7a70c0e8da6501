import { type ChangeEvent, type ClipboardEvent, type DragEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { imageLimits, imageMedia, storedImageHash } from '../../domain/lib/image.ts'
import { type Failure, toFailure } from '../../machines/failure.ts'
import { Button } from '../ui/buttons/button.tsx'
import { cx } from '../ui/cx.ts'
import { errorWords } from '../ui/error-words.ts'
import { ProgressBar } from '../ui/feedback/status.tsx'
import { TextInput } from '../ui/fields/text-input.tsx'
import { Icon } from '../ui/icons/icon.tsx'
import { Picture } from '../ui/icons/picture.tsx'
import type { UploadImage } from './form-model.ts'

type ImageControlProps = {
  /** A link, the path of an uploaded picture, or empty. */
  value: string
  /** Without it only a link can be entered. */
  upload: UploadImage | undefined
  onChange: (value: string) => void
}

const PREVIEW_PX = 72

/** A picture as a link, or uploaded by drop, paste or file dialog. Blocks saving while uploading; unmounting aborts. */
export const ImageControl = ({ value, upload, onChange }: ImageControlProps) => {
  const { t } = useTranslation(['form', 'errors', 'common'])
  const { state, start, cancel } = useUpload(upload, onChange)
  const [isOver, setIsOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const isUploaded = storedImageHash(value) !== null
  // Local state, so that no incomplete link is requested.
  const [link, setLink] = useState(value)
  const isSending = state.step === 'sending'
  const busyText = isSending ? t('form:image.wait') : ''
  // A custom validity blocks saving.
  useEffect(() => input.current?.setCustomValidity(busyText), [busyText])

  const take = (files: FileList | null): boolean => {
    const file = files?.[0]
    if (file === undefined || upload === undefined) return false
    start(file)
    return true
  }
  const change = (next: string) => {
    cancel()
    onChange(next)
  }
  const remove = () => {
    change('')
    input.current?.focus()
  }
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (upload === undefined || !event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setIsOver(true)
    },
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      setIsOver(false)
      if (take(event.dataTransfer.files)) event.preventDefault()
    },
    onPaste: (event: ClipboardEvent) => {
      if (take(event.clipboardData.files)) event.preventDefault()
    },
  }
  return (
    <div
      className={cx(
        'flex items-start gap-3 rounded-md',
        isOver && 'outline-2 outline-accent outline-offset-4',
      )}
      {...handlers}
    >
      <Preview value={isUploaded || link === value ? value : ''} />
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <TextInput
          ref={input}
          inputMode="url"
          value={isUploaded ? '' : value}
          placeholder={isUploaded ? t('form:image.uploaded') : upload ? t('form:image.link') : undefined}
          onChange={(event) => change(event.target.value)}
          onBlur={() => setLink(value)}
          onKeyDown={(event) => {
            if (isUploaded && (event.key === 'Backspace' || event.key === 'Delete')) change('')
          }}
        />
        {upload && (
          <div className="flex flex-wrap items-center gap-2">
            <Button size="sm" icon="upload" pending={isSending} onClick={() => picker.current?.click()}>
              {value === '' ? t('form:image.choose') : t('form:image.replace')}
            </Button>
            {isSending ? (
              <Button size="sm" variant="ghost" onClick={cancel}>
                {t('form:image.cancel')}
              </Button>
            ) : (
              value !== '' && (
                <Button size="sm" variant="ghost" icon="trash" onClick={remove}>
                  {t('form:image.remove')}
                </Button>
              )
            )}
            <input
              ref={picker}
              type="file"
              accept={imageMedia.join()}
              aria-label={t('form:image.choose')}
              hidden
              onChange={({ target }: ChangeEvent<HTMLInputElement>) => {
                take(target.files)
                // Lets the same file be chosen again after it was edited.
                target.value = ''
              }}
            />
          </div>
        )}
        {isSending && (
          <ProgressBar label={t('form:image.sending')} done={state.sent} total={state.total} unit="byte" />
        )}
        <p role="status" className="sr-only">
          {isSending ? t('form:image.sending') : state.step === 'done' ? t('form:image.done') : ''}
        </p>
        {state.step === 'failed' && (
          <p role="alert" className="flex items-start gap-1 text-xs text-danger">
            <Icon name="alert" size={14} className="mt-px" />
            {errorWords(t, state.failure)}
          </p>
        )}
      </div>
    </div>
  )
}

const Preview = ({ value }: { value: string }) => (
  <span className="flex size-18 shrink-0 items-center justify-center overflow-hidden rounded-md border border-line bg-canvas text-ink-faint">
    <Picture
      source={value === '' ? null : value}
      size={PREVIEW_PX}
      className="size-full"
      fallback={<Icon name="package" size={24} />}
    />
  </span>
)

type UploadState =
  | { step: 'idle' }
  /** Bytes. */
  | { step: 'sending'; sent: number; total: number }
  | { step: 'done' }
  | { step: 'failed'; failure: Failure }

/** One upload at a time: a new one, or unmounting, aborts it. */
const useUpload = (upload: UploadImage | undefined, onUploaded: (path: string) => void) => {
  const [state, setState] = useState<UploadState>({ step: 'idle' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const start = async (file: File) => {
    running.current?.abort()
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    if (file.size > imageLimits.bytes) {
      return setState({ step: 'failed', failure: toFailure({ code: 'IMAGE_TOO_LARGE' }) })
    }
    setState({ step: 'sending', sent: 0, total: file.size })
    const onSent = (sent: number, total: number) => {
      if (!signal.aborted) setState({ step: 'sending', sent, total })
    }
    try {
      const path = await upload!(file, { signal, onSent })
      if (signal.aborted) return
      setState({ step: 'done' })
      onUploaded(path)
    } catch (error) {
      if (!signal.aborted) setState({ step: 'failed', failure: toFailure(error) })
    }
  }
  const cancel = () => {
    running.current?.abort()
    setState({ step: 'idle' })
  }
  return { state, start, cancel }
}
