/** What a reading comes to; null for a failure, or no answer within so many milliseconds. */
export const inTime = async <Value>(reading: Promise<Value>, patience: number): Promise<Value | null> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), patience)
  })
  try {
    return await Promise.race([reading.catch(() => null), late])
  } finally {
    clearTimeout(timer)
  }
}
