import { type ClipboardEvent, type DragEvent, useState } from 'react'

/** Lets a file be dropped on an element or pasted into it. Spread the handlers; `isOver` while a file hovers. */
export const useDroppedFile = (onFile: (file: File) => void) => {
  const [isOver, setIsOver] = useState(false)
  const take = (files: FileList | undefined) => {
    const file = files?.[0]
    if (file) onFile(file)
    return file !== undefined
  }
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        event.preventDefault()
        setIsOver(true)
      },
      onDragLeave: () => setIsOver(false),
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        setIsOver(false)
        take(event.dataTransfer.files)
      },
      onPaste: (event: ClipboardEvent) => {
        if (take(event.clipboardData.files)) event.preventDefault()
      },
    },
  }
}
