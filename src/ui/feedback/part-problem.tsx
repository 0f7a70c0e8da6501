import { Button } from '../buttons/button.tsx'
import { Icon } from '../icons/icon.tsx'

export type PartProblemProps = {
  title: string
  detail?: string
  action?: { label: string; onPress: () => void }
}

/** Why one part of a screen is not there, in a line or two; the rest of the screen goes on. */
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
