import { ProfileScreen } from '../../features/profile/profile-screen.tsx'
import { useServices } from '../start/services.ts'

/** The profile, telling the session when its person goes by another name. In a chunk of its own. */
const OwnProfile = () => {
  const { session } = useServices()
  return <ProfileScreen onRename={(name) => session.send({ type: 'session.renamed', name })} />
}

export default OwnProfile
