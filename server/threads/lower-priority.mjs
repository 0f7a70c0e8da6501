import os from 'node:os'

/** Priority of what works beside API calls. */
const beside = 5

/**
 * Lets API calls go first: lowers the priority of this process, on Linux of this thread. Plain JavaScript, since the process that encodes
 * pictures runs unbuilt.
 */
export const lowerPriority = () => {
  // Nobody but root may raise it again, as where the server was started with a lower one.
  if (os.getPriority() < beside) os.setPriority(beside)
}
