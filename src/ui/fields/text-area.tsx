import type { Ref, TextareaHTMLAttributes } from 'react'
import { cx } from '../cx.ts'
import { controlClass } from './control-class.ts'
import { useFieldControl } from './field.tsx'

export type TextAreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }

/** Several lines of text; grows with them where the browser can. */
export const TextArea = ({ className, rows = 3, ...rest }: TextAreaProps) => (
  <textarea
    {...useFieldControl()}
    {...rest}
    rows={rows}
    className={cx(controlClass, 'field-sizing-content max-h-80 min-h-18 resize-y px-2.5 py-1.5', className)}
  />
)
