import { Icon } from '../../ui/icons/icon.tsx'

/** What stopped the whole form. The region is there before its text, so that the text is read out. */
export const AuthProblem = ({ text }: { text: string | null }) => (
  <div role="alert" className="empty:hidden">
    {text && (
      <p className="flex items-start gap-2 rounded-md border border-danger-line bg-danger-soft px-3 py-2 text-sm text-danger">
        <Icon name="alert" className="mt-0.5" />
        {text}
      </p>
    )}
  </div>
)
