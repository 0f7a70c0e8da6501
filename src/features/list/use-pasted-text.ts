import { useEffect, useState } from 'react'
import { focusLayer, focusTarget, isTyping } from '../../keyboard/key-resolver.ts'

/** Text pasted outside of fields and layers; null if none or dismissed. */
export const usePastedText = () => {
  const [text, setText] = useState<string | null>(null)
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      if (isTyping(focusTarget(event)) || focusLayer(event) !== undefined) return
      const pasted = event.clipboardData?.getData('text/plain') ?? ''
      if (pasted.trim() === '') return
      event.preventDefault()
      setText(pasted)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
  return { text, dismiss: () => setText(null) }
}
