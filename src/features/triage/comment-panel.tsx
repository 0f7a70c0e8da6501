import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { orderFields } from '../../../domain/orders/order.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { TextArea } from '../../ui/fields/text-input.tsx'

type CommentPanelProps = {
  text: string
  onChange: (text: string) => void
  onSave: () => void
  onClose: () => void
}

/** The order's comment, written during the call, next to the order. Enter saves, Shift+Enter starts a new line, Escape discards it. */
export const CommentPanel = ({ text, onChange, onSave, onClose }: CommentPanelProps) => {
  const { t } = useTranslation(['triage', 'orders', 'common', 'form'])
  const titleId = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    box.current?.focus()
    box.current?.setSelectionRange(box.current.value.length, box.current.value.length)
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const isSaving = event.key === 'Enter' && !event.shiftKey && event.target === box.current
    if (!isSaving && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (isSaving) onSave()
    else onClose()
  }
  return (
    <form
      aria-labelledby={titleId}
      className="flex flex-col gap-2 rounded-lg border border-accent bg-surface p-3"
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        onSave()
      }}
    >
      <div className="flex items-center justify-between gap-2">
        <h3 id={titleId} className="text-sm font-semibold">
          {t('orders:fields.comment')}
        </h3>
        <IconButton size="sm" icon="x" label={t('common:close')} keys="Escape" onClick={onClose} />
      </div>
      <TextArea
        ref={box}
        rows={3}
        aria-labelledby={titleId}
        maxLength={orderFields.comment.max}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
      <Button type="submit" size="sm" keys="Enter" className="self-end">
        {t('form:save')}
      </Button>
    </form>
  )
}
