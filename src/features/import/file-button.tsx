import { useRef } from 'react'
import { Button, type ButtonProps } from '../../ui/button.tsx'

type FileButtonProps = Pick<ButtonProps, 'variant' | 'size' | 'children' | 'autoFocus'> & {
  onFile: (file: File) => void
}

const spreadsheets = '.xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A button that opens the browser's own file picker. */
export const FileButton = ({ onFile, children, ...button }: FileButtonProps) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...button} icon="upload" onClick={() => input.current?.click()}>
        {children}
      </Button>
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
    </>
  )
}
