import { createDesk } from '../../commands/desk.ts'
import type { DashboardView } from './dashboard-view.ts'

/** What the open dashboard lends to its commands. */
export type DashboardDesk = {
  view: DashboardView
  refresh: () => void
  toggleTables: () => void
  /** Puts the keyboard on the first of the two days. */
  askForDays: () => void
}

export const dashboardDesk = createDesk<DashboardDesk>()
