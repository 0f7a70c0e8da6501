import { Button } from '../buttons/button.tsx'
import { Icon } from '../icons/icon.tsx'

export type PartProblemProps = {
  title: string
  detail?: string
  action?: { label: string; onPress: () => void }
}

/** Error of one part of a screen, in a line or two. */
export const PartProblem = ({ title, detail, action }: PartProblemProps) => (
  <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
    <Icon name="warning" size={14} className="text-warning" />
    <p className="min-w-0 flex-1">
      <span className="font-medium">{title}</span>
      {detail && <span className="block text-ink-muted">{detail}</span>}
    </p>
    {action && (
      <Button size="sm" onClick={action.onPress}>
        {action.label}
      </Button>
    )}
  </div>
)
