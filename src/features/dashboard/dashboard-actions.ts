import { createScreenActions } from '../../commands/screen-actions.ts'
import type { DashboardView } from './dashboard-view.ts'

/** What the open dashboard lends to its commands. */
export type DashboardActions = {
  view: DashboardView
  refresh: () => void
  toggleTables: () => void
  /** Puts the keyboard on the first of the two days. */
  askForDays: () => void
}

export const dashboardActions = createScreenActions<DashboardActions>()
