/** Runs work over all items in concurrent batches. Throws the first failure once its batch has ended. */
export const forEachInBatches = async <Item>(
  items: readonly Item[],
  size: number,
  work: (item: Item) => Promise<void>,
): Promise<void> => {
  for (let at = 0; at < items.length; at += size) {
    const ended = await Promise.allSettled(items.slice(at, at + size).map(work))
    const failed = ended.find((end) => end.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  }
}
