/**
 * Runs the built server in this process, so that signals and its death concern one process only. A start that is
 * refused says why in one sentence; anything else is a bug and shows its stack.
 */
export async function startServer() {
  process.on('unhandledRejection', fail)
  await import('../../dist/server/main.js').catch(fail)
}

function fail(error) {
  console.error(error?.name === 'StartRefusal' ? error.message : error)
  process.exit(1)
}
