/** Imports a lazy module. A chunk that the network cut is requested again by the build's loader (`whole-files`). */
export const importWithRetry = <Module>(load: () => Promise<Module>): Promise<Module> => load()
