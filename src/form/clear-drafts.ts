/** Prefix of the keys of a person’s drafts in the storage. Apart from the drafts: the start of the console needs no more. */
export const draftsOf = (user: string): string => `draft ${user} `

/** Clears a user's drafts at sign-out: those of this tab, and those that closed tabs have left on the device. */
export const clearDrafts = (user: string, storages: Storage[] = [sessionStorage, localStorage]): void => {
  for (const storage of storages) {
    for (let at = storage.length; at-- > 0; ) {
      const key = storage.key(at)
      if (key?.startsWith(draftsOf(user))) storage.removeItem(key)
    }
  }
}
