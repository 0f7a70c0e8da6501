import type { Code } from '../../../domain/core/codes.ts'
import type { Order } from '../../../domain/orders/order.ts'
import type { Decision } from '../../../machines/triage/triage-types.ts'

/** What the screen asks beside the order, instead of deciding at once. */
export type TriageQuestion = 'cancel' | 'callback' | 'comment'

/** What the open triage lends to its commands. */
export type TriageActions = {
  /** The order on the screen; null where there is none. */
  order: () => Order | null
  /** Why nothing can be decided about it at this moment. */
  whyNotDecide: () => Code | null
  decide: (decision: Decision) => void
  skip: () => void
  ask: (question: TriageQuestion) => void
  call: () => void
  canUndo: () => boolean
  undo: () => void
  pause: () => void
  /** Goes on from wherever it stands still. */
  resume: () => void
  /** Whether some were passed over or called in vain. */
  hasPassed: () => boolean
  /** Once more through those. */
  again: () => void
  /** The filter that is gone through, as its list writes it. */
  query: string
}

let open: TriageActions | null = null

/** The triage that is on the screen; its code is a chunk of its own, its commands are not. */
export const triageActions = {
  current: (): TriageActions | null => open,
  /** The function returned takes it away again. */
  show: (actions: TriageActions) => {
    open = actions
    return () => {
      if (open === actions) open = null
    }
  },
}
