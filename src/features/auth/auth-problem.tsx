import type { ReactNode } from 'react'
import { Icon } from '../../ui/icons/icon.tsx'

/** What stopped the whole form, and a way on. The region is there before its text, so that the text is read out. */
export const AuthProblem = ({ text, children }: { text: string | null; children?: ReactNode }) => (
  <div role="alert" className="empty:hidden">
    {text && (
      <div className="flex items-start gap-2 rounded-md border border-danger-line bg-danger-soft px-3 py-2 text-sm text-danger">
        <Icon name="alert" className="mt-0.5" />
        <div className="flex min-w-0 flex-col gap-1">
          <p>{text}</p>
          {children}
        </div>
      </div>
    )}
  </div>
)
