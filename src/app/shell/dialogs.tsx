// All global dialogs in one chunk, loaded when idle.

export { ChangeDialog } from '../../features/changes/change-dialog.tsx'
export { EraseDialog } from '../../features/customers/erase-dialog.tsx'
export { HistoryDialog } from '../../features/history/record-history.tsx'
export { JobsDialog } from '../../features/jobs/jobs-dialog.tsx'
export { default as SaveMacroDialog } from '../../features/macros/save-macro-dialog.tsx'
export { FormDialog } from '../../features/record-form/form-dialog.tsx'
export { RevokeDialog } from '../../features/revoke/revoke-dialog.tsx'
export { SettingsDialog, SettingsPanel } from '../../features/settings/settings-panel.tsx'
export { Confirmations, LeaveDialog } from './confirmations.tsx'
export { HelpSheet } from './help-sheet.tsx'
