/** What the drafts of a person stand under in the tab's storage. Apart from the drafts: the console's start needs no more. */
export const draftsOf = (user: string): string => `draft ${user} `

/** Of somebody who signs out: in this tab, and what a closed one has left on the device. */
export const forgetDrafts = (user: string, storages: Storage[] = [sessionStorage, localStorage]): void => {
  for (const storage of storages) {
    for (let at = storage.length; at-- > 0; ) {
      const key = storage.key(at)
      if (key?.startsWith(draftsOf(user))) storage.removeItem(key)
    }
  }
}
