import { EnrolScreen } from '../../features/auth/enrol-screen.tsx'
import { ProofHost } from './proof-host.tsx'

/** The gate of users who must have a second factor; a passkey asks for a proof, as in the console. */
export const EnrolPage = () => (
  <>
    <EnrolScreen />
    <ProofHost />
  </>
)
