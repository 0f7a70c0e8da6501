import '../../styles/index.css'
import { landing, publicScreenOf } from '../../../machines/session/landing.ts'
import { createLockStore } from '../../api/lock-store.ts'
import { createSessionStore } from '../../api/session-store.ts'
import { importWithRetry } from '../../lazy/import-with-retry.ts'

/** Whoever is signed in nowhere and is on the way to the login: it asks for nothing of the console. */
const isAtTheDoor = (): boolean => {
  if (createSessionStore().read() !== null || createLockStore().read() !== null) return false
  const screen = publicScreenOf(location.pathname)
  return screen === null || screen === 'login'
}

/** The first chunk did not come after several tries: the page, with what is cached of it by now, is tried again. */
const reload = () => location.reload()

const page = document.getElementById('root')!
if (isAtTheDoor()) {
  if (publicScreenOf(location.pathname) === null) {
    history.replaceState(null, '', landing(null, location.pathname + location.search))
  }
  void importWithRetry(() => import('../door/door.tsx')).then(({ openDoor }) => openDoor(page), reload)
} else void importWithRetry(() => import('./whole.tsx')).then(({ openWhole }) => openWhole(page), reload)
