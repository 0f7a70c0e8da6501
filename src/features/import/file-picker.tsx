import { type Ref, useImperativeHandle, useRef } from 'react'

const spreadsheets =
  '.xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,.csv,.tsv,.txt,text/csv,text/tab-separated-values'

/** The browser's own file picker, opened by whoever holds `ref`. */
export const FilePicker = ({
  onFile,
  ref,
}: {
  onFile: (file: File) => void
  ref: Ref<{ open: () => void }>
}) => {
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => ({ open: () => input.current?.click() }), [])
  return (
    <input
      ref={input}
      type="file"
      accept={spreadsheets}
      hidden
      onChange={({ target }) => {
        const file = target.files?.[0]
        // The same file, corrected, must be noticed when it is chosen again.
        target.value = ''
        if (file) onFile(file)
      }}
    />
  )
}
