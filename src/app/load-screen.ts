import { importWithRetry } from '../lazy/import-with-retry.ts'

/** Timeout of a screen's code. Source: SPEC section 8. */
export const SCREEN_TIMEOUT_MS = 120_000

/** The code of a screen could not be fetched: timeout, offline, or replaced by a newer build. */
export class ScreenNotLoaded extends Error {
  override readonly name = 'ScreenNotLoaded'
}

/** Imports a route module for `lazy`. @throws ScreenNotLoaded after 120 s, or when every retry failed */
export const loadScreen = async <Module>(load: () => Promise<Module>): Promise<Module> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ScreenNotLoaded(`no answer within ${SCREEN_TIMEOUT_MS / 1000} s`)),
      SCREEN_TIMEOUT_MS,
    )
  })
  try {
    return await Promise.race([importWithRetry(load), timeout])
  } catch (error) {
    throw error instanceof ScreenNotLoaded ? error : new ScreenNotLoaded(String(error), { cause: error })
  } finally {
    clearTimeout(timer)
  }
}
