import { GateScreen, type GateScreenProps } from './gate-screen.tsx'

/** The second gate: an administrator has not activated the account yet. */
export const ActivateScreen = (props: GateScreenProps) => (
  <GateScreen {...props} name="activate" icon="user-check" />
)
