import { GateScreen, type GateScreenProps } from './gate-screen.tsx'

/** The first gate: the e-mail address is not verified yet. */
export const ConfirmScreen = (props: GateScreenProps) => <GateScreen {...props} name="confirm" icon="mail" />
