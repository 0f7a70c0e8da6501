/**
 * Runs the built server in this process, so that signals and its death concern one process only. It says itself why it
 * ends; what fails before is a build that cannot be loaded.
 */
export async function startServer() {
  await import('../../dist/server/main.js').catch((error) => {
    console.error(error)
    process.exit(1)
  })
}
