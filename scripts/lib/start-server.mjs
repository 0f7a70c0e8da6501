/**
 * Runs the built server in this process, so that signals concern one process. The server reports its own failures; others mean
 * that the build cannot be loaded.
 */
export async function startServer() {
  await import('../../dist/server/main.js').catch((error) => {
    console.error(error)
    process.exit(1)
  })
}
