const key = 'devices'

/** Of a shared computer; beyond it the account that signed in longest ago is forgotten. */
const MAX_ACCOUNTS = 20

type Devices = Record<string, string>

/**
 * What the server gave this browser for each account that signed in on it, by e-mail address. It opens nothing: with it
 * the failed logins of strangers lock nobody out here. It outlives a logout.
 */
export const createDeviceStore = (storage: () => Storage = () => localStorage) => ({
  read: (email: string): string | null => readAll(storage)[nameOf(email)] ?? null,
  write: (email: string, device: string): void => {
    const { [nameOf(email)]: _, ...others } = readAll(storage)
    const latest = Object.entries({ ...others, [nameOf(email)]: device }).slice(-MAX_ACCOUNTS)
    try {
      storage().setItem(key, JSON.stringify(Object.fromEntries(latest)))
    } catch {
      // A browser that stores nothing signs in as a stranger.
    }
  },
})

export type DeviceStore = ReturnType<typeof createDeviceStore>

const nameOf = (email: string): string => email.trim().toLowerCase()

const readAll = (storage: () => Storage): Devices => {
  try {
    const stored: unknown = JSON.parse(storage().getItem(key) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    return Object.fromEntries(Object.entries(stored).filter(([, device]) => typeof device === 'string'))
  } catch {
    return {}
  }
}
