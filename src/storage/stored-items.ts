/** `device`: local storage. `tab`: session storage. Others by their browser names. */
type Area = 'device' | 'tab' | 'IndexedDB' | 'Cache Storage'

/**
 * How a session ends. `expired`: by the server. `locked`: screen lock. `signedOut`: by the user. `otherUser`: another user
 * signed in.
 */
export type Ending = 'expired' | 'locked' | 'signedOut' | 'otherUser'

type StoredItem = {
  areas: readonly Area[]
  /** The key; with `of: 'user'` a prefix, followed by the user's id and nothing, a dot or a space. */
  key: string
  /** `device`: no user data. `session`: of this tab's session, which removes it. `user`: of one user. */
  of: 'device' | 'session' | 'user'
  clearedBy: readonly Ending[]
  /** Whether the text is unsent data, which no ending removes. */
  isWaiting?: (text: string) => boolean
}

const always = ['expired', 'locked', 'signedOut', 'otherUser'] as const

/** Unfinished work survives an expired or locked session. */
const unfinished = ['signedOut', 'otherUser'] as const

const defineItems = <Name extends string>(items: Record<Name, StoredItem>) => items

/**
 * Registry of all data stored in the browser: content, owner, and when it is removed. `deviceStorage` and `tabStorage`
 * (`browser-storage.ts`) refuse other keys; `tests/unit/architecture/stored-items.test.ts` finds code that bypasses them.
 */
export const storedItems = defineItems({
  /** Token, name, address, role and country of the user. */
  session: { areas: ['tab'], key: 'session', of: 'session', clearedBy: always },
  /** A courier's session that this phone keeps, and when it was last used; after the user's id. */
  keptSession: { areas: ['device'], key: 'kept-session.', of: 'user', clearedBy: always },
  /** Id, name and address of the locked user. */
  locked: { areas: ['tab'], key: 'locked', of: 'session', clearedBy: ['signedOut', 'otherUser'] },
  country: {
    areas: ['device'],
    key: 'country',
    of: 'session',
    clearedBy: ['expired', 'signedOut', 'otherUser'],
  },
  /** Id of the user who selected the country. */
  countryOwner: {
    areas: ['device'],
    key: 'country-of',
    of: 'session',
    clearedBy: ['expired', 'signedOut', 'otherUser'],
  },

  /** Records opened from the palette, with names, addresses and phones. */
  recentRecords: { areas: ['device'], key: 'palette.recents.', of: 'user', clearedBy: always },
  /** Recent filters by list. */
  recentFilters: { areas: ['device'], key: 'filters.', of: 'user', clearedBy: always },
  /** Usage of commands by id. */
  usedCommands: { areas: ['device'], key: 'palette.used.', of: 'user', clearedBy: unfinished },
  /** Shortcuts and macros as on the server, with unsent changes. */
  preferences: {
    areas: ['device'],
    key: 'desk.',
    of: 'user',
    clearedBy: unfinished,
    isWaiting: (text) => text.includes('"isUnsent":true'),
  },
  /** Unsaved form input without passwords; moved to local storage when the tab closes, for a week. */
  drafts: { areas: ['tab', 'device'], key: 'draft ', of: 'user', clearedBy: unfinished },
  /** Uncommitted scans and the chosen courier. */
  scanSession: { areas: ['device'], key: 'scan-session.', of: 'user', clearedBy: unfinished },
  calculator: { areas: ['device'], key: 'calculator.', of: 'user', clearedBy: unfinished },
  /** The same in earlier versions, without a user. */
  formerCalculator: { areas: ['device'], key: 'calculator', of: 'user', clearedBy: unfinished },
  /** Delivery round and shipping list as last read, for offline use. */
  lists: { areas: ['IndexedDB'], key: 'lists', of: 'user', clearedBy: ['locked', 'signedOut', 'otherUser'] },
  /** Unsent changes, shown only to their user; removed when sent or discarded. */
  outbox: { areas: ['IndexedDB'], key: 'outbox', of: 'user', clearedBy: [] },

  /** Device tokens of accounts that signed in, by hashed address. They grant no access. */
  devices: { areas: ['device'], key: 'devices', of: 'device', clearedBy: [] },
  /** Whether somebody has used a passkey in this browser: its login offers them in the field of the address. */
  passkeys: { areas: ['device'], key: 'passkeys', of: 'device', clearedBy: [] },
  /** A login that is at its identity provider: token of this tab, path to open afterwards. Removed by the answer. */
  signOn: { areas: ['tab'], key: 'sign-on', of: 'device', clearedBy: [] },
  /** Appearance; also read by `index.html`. */
  settings: { areas: ['device'], key: 'settings', of: 'device', clearedBy: [] },
  /** Written by i18next-browser-languagedetector. */
  language: { areas: ['device', 'tab'], key: 'i18nextLng', of: 'device', clearedBy: [] },
  density: { areas: ['device'], key: 'list.density', of: 'device', clearedBy: [] },
  /** Column order, widths and pins by list. */
  columns: { areas: ['device'], key: 'columns.', of: 'device', clearedBy: [] },
  /** Whether the dashboard shows tables. */
  dashboardTables: { areas: ['device'], key: 'dashboard.tables', of: 'device', clearedBy: [] },
  /** Label format of this device's printer. */
  labelFormat: { areas: ['device'], key: 'label-format', of: 'device', clearedBy: [] },
  /** Reload count after a truncated page; written by `index.html`. */
  reloads: { areas: ['tab'], key: 'reloads', of: 'device', clearedBy: [] },
  /** The build for which this tab was reloaded. */
  reloadedFor: { areas: ['tab'], key: 'waybill.reloaded-for', of: 'device', clearedBy: [] },
  /** The console's own files for offline use; written by `sw.js`. */
  shell: { areas: ['Cache Storage'], key: 'waybill-shell-', of: 'device', clearedBy: [] },
})
