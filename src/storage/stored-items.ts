/** `device`: local storage, shared by all tabs. `tab`: session storage. The others are named as browsers name them. */
type Area = 'device' | 'tab' | 'IndexedDB' | 'Cache Storage'

/**
 * How somebody's use of this browser ends. `expired`: the server ended their session. `locked`: they locked the screen.
 * `signedOut`: they left. `otherUser`: somebody else signed in.
 */
export type Ending = 'expired' | 'locked' | 'signedOut' | 'otherUser'

type StoredItem = {
  areas: readonly Area[]
  /** The key, or what keys begin with where `of` is `user`: the id of the user follows, then nothing, a dot or a space. */
  key: string
  /** `device`: nothing about who uses it. `session`: of this tab's session, which removes it. `user`: of one user. */
  of: 'device' | 'session' | 'user'
  clearedBy: readonly Ending[]
  /** Whether a text waits to be sent to the server: then no ending removes it. */
  isWaiting?: (text: string) => boolean
}

const always = ['expired', 'locked', 'signedOut', 'otherUser'] as const

/** What somebody made and did not finish is there when they come back to an expired or locked session. */
const unfinished = ['signedOut', 'otherUser'] as const

const defineItems = <Name extends string>(items: Record<Name, StoredItem>) => items

/**
 * Everything that the console stores in a browser: what it holds, whose it is, and at the end of whose use it is removed.
 * `deviceStorage` and `tabStorage` (`browser-storage.ts`) refuse any other key, and
 * `tests/unit/architecture/stored-items.test.ts` finds code that goes around them.
 */
export const storedItems = defineItems({
  /** Token, name, address, role and country of who is signed in. */
  session: { areas: ['tab'], key: 'session', of: 'session', clearedBy: always },
  /** Id, name and address of whose session is locked. */
  locked: { areas: ['tab'], key: 'locked', of: 'session', clearedBy: ['signedOut', 'otherUser'] },
  /** The selected country. */
  country: {
    areas: ['device'],
    key: 'country',
    of: 'session',
    clearedBy: ['expired', 'signedOut', 'otherUser'],
  },

  /** Records that were opened from the palette, with names, addresses and telephones. */
  recentRecords: { areas: ['device'], key: 'palette.recents.', of: 'user', clearedBy: always },
  /** Filters that were typed, by list. */
  recentFilters: { areas: ['device'], key: 'filters.', of: 'user', clearedBy: always },
  /** Ids of commands, and how often each was used. */
  usedCommands: { areas: ['device'], key: 'palette.used.', of: 'user', clearedBy: unfinished },
  /** Keys and macros, as the server has them. Changes that it does not have yet wait. */
  preferences: {
    areas: ['device'],
    key: 'desk.',
    of: 'user',
    clearedBy: unfinished,
    isWaiting: (text) => text.includes('"isUnsent":true'),
  },
  /** What was typed in forms and not saved, never a password. On the device once its tab has gone; for a week. */
  drafts: { areas: ['tab', 'device'], key: 'draft ', of: 'user', clearedBy: unfinished },
  /** Codes of parcels that were scanned and not committed, and whom they go to. */
  scanSession: { areas: ['device'], key: 'scan-session.', of: 'user', clearedBy: unfinished },
  /** The inputs of the calculator. */
  calculator: { areas: ['device'], key: 'calculator.', of: 'user', clearedBy: unfinished },
  /** The same of earlier versions, whoever's they are. */
  formerCalculator: { areas: ['device'], key: 'calculator', of: 'user', clearedBy: unfinished },
  /** The delivery round and the list of shippings as last read, to open offline. */
  lists: { areas: ['IndexedDB'], key: 'lists', of: 'user', clearedBy: ['locked', 'signedOut', 'otherUser'] },
  /** Changes that wait to be sent, shown to their user alone; removed once they are sent or given up. */
  outbox: { areas: ['IndexedDB'], key: 'outbox', of: 'user', clearedBy: [] },

  /** What the server gave this browser for accounts that signed in, by a digest of the address. It opens nothing. */
  devices: { areas: ['device'], key: 'devices', of: 'device', clearedBy: [] },
  /** How the console looks. `index.html` reads it too. */
  settings: { areas: ['device'], key: 'settings', of: 'device', clearedBy: [] },
  /** Written by i18next-browser-languagedetector. */
  language: { areas: ['device'], key: 'i18nextLng', of: 'device', clearedBy: [] },
  /** Height of rows. */
  density: { areas: ['device'], key: 'list.density', of: 'device', clearedBy: [] },
  /** Order, width and pins of columns, by list. */
  columns: { areas: ['device'], key: 'columns.', of: 'device', clearedBy: [] },
  /** Whether the dashboard shows tables. */
  dashboardTables: { areas: ['device'], key: 'dashboard.tables', of: 'device', clearedBy: [] },
  /** Format of the label printer beside it. */
  labelFormat: { areas: ['device'], key: 'label-format', of: 'device', clearedBy: [] },
  /** How often a page that was cut has been reloaded; written by `index.html`. */
  reloads: { areas: ['tab'], key: 'reloads', of: 'device', clearedBy: [] },
  /** The build for which this tab was reloaded. */
  reloadedFor: { areas: ['tab'], key: 'waybill.reloaded-for', of: 'device', clearedBy: [] },
  /** The console's own files, the same for everybody, so that it opens offline; written by `sw.js`. */
  shell: { areas: ['Cache Storage'], key: 'waybill-shell-', of: 'device', clearedBy: [] },
})
